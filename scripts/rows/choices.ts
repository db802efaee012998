/** The ways that a statement can be put together: each run takes one, until every branch has been taken once. */

/** More than so many ways of one statement are not looked at one by one. */
const RUNS_AT_MOST = 300
/** Of a condition that hangs on several choices so many combinations are tried until it turns out otherwise. */
const COMBINED_AT_MOST = 32

type Taken = ReadonlyMap<string, string>
type Options = ReadonlyMap<string, readonly string[]>

/** Is told what a run comes upon. */
interface Watcher {
  chosen(key: string, options: readonly string[], before: Taken): void
  /** A condition that turned out so, by these choices. */
  branched(key: string, isTrue: boolean, by: Options, taken: Taken): void
  /** A condition that ended the run, by these choices. */
  barred(key: string, by: Options, taken: Taken): void
}

/** The choices of one run. */
export class Choices {
  readonly #taken = new Map<string, string>()
  readonly #options = new Map<string, readonly string[]>()
  /** What is chosen from for the conditions that are being found out, the innermost last. */
  readonly #asking: Set<string>[] = []
  readonly #told: Taken
  readonly #watcher: Watcher

  constructor(told: Taken, watcher: Watcher) {
    this.#told = told
    this.#watcher = watcher
  }

  /** One of the options; the same for the same key all through a run. */
  take(key: string, options: readonly string[]): string {
    for (const asked of this.#asking) asked.add(key)
    const known = this.#taken.get(key)
    if (known !== undefined) return known
    const told = this.#told.get(key)
    const option = told !== undefined && options.includes(told) ? told : options[0]!
    this.#watcher.chosen(key, options, new Map(this.#taken))
    this.#taken.set(key, option)
    this.#options.set(key, options)
    return option
  }

  /** Whether a condition holds, of which both are to be seen. */
  branch(key: string, holds: () => boolean): boolean {
    const { isTrue, by } = this.#ask(holds)
    this.#watcher.branched(key, isTrue, by, this.#taken)
    return isTrue
  }

  /** Whether a condition holds that must, or must not, for this run to go on; if not, others that may are planned. */
  meets(key: string, holds: () => boolean): boolean {
    const { isTrue, by } = this.#ask(holds)
    if (!isTrue) this.#watcher.barred(key, by, this.#taken)
    return isTrue
  }

  #ask(holds: () => boolean): { readonly isTrue: boolean; readonly by: Options } {
    const asked = new Set<string>()
    this.#asking.push(asked)
    try {
      const isTrue = holds()
      return { isTrue, by: new Map([...asked].map((each) => [each, this.#options.get(each)!])) }
    } finally {
      this.#asking.pop()
    }
  }
}

/** Runs `work` until each option and each branch was taken once; undefined ends a run that can't be. */
export function eachWay<T>(work: (choices: Choices) => T | undefined): T[] {
  const results: T[] = []
  const due: Taken[] = [new Map()]
  const planned = new Set<string>()
  const seen = new Set<string>()
  const oneSided = new Map<string, { way: string; choices: number; told: () => Taken[] }>()
  const watcher: Watcher = {
    chosen(key, options, before) {
      for (const option of options.slice(1)) {
        if (planned.has(`${key} ${option}`)) continue
        planned.add(`${key} ${option}`)
        due.push(new Map([...before, [key, option]]))
      }
    },
    branched(key, isTrue, by, taken) {
      seen.add(`${key} ${isTrue}`)
      const way = `${key} by ${[...by.keys()].join()}`
      if (by.size < 2 || planned.has(way)) return
      const before = new Map(taken)
      // Of one condition the way that hangs on most choices is tried, and another in another round.
      if (by.size > (oneSided.get(key)?.choices ?? 0))
        oneSided.set(key, { way, choices: by.size, told: () => combinations(by, before) })
    },
    barred(key, by, taken) {
      const way = `${key} by ${[...by.keys()].join()}`
      if (planned.has(way)) return
      planned.add(way)
      due.push(...combinations(by, new Map(taken)))
    },
  }
  for (let runs = 0; runs < RUNS_AT_MOST; runs++) {
    if (due.length === 0) {
      for (const [key, { way, told }] of oneSided) {
        planned.add(way)
        if (!seen.has(`${key} true`) || !seen.has(`${key} false`)) due.push(...told())
      }
      oneSided.clear()
    }
    if (due.length === 0) break
    const result = work(new Choices(due.shift()!, watcher))
    if (result !== undefined) results.push(result)
  }
  return results
}

/** What was taken before, with the first combinations of these. */
function combinations(of: Options, before: Taken): Taken[] {
  let all: Taken[] = [before]
  for (const [key, options] of of)
    all = all
      .flatMap((taken) => options.map((option) => new Map([...taken, [key, option]])))
      .slice(0, COMBINED_AT_MOST)
  return all
}

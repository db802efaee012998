/** The ways that a statement can be put together: each run takes one, until every branch has been taken once. */

/** More than so many texts of one statement are no longer looked at one by one. */
const RUNS_AT_MOST = 400

type Taken = ReadonlyMap<string, string>

/** The branches of one run: what it was told to take, and what it came upon. */
export class Choices {
  readonly #taken = new Map<string, string>()
  readonly #told: Taken
  readonly #met: (key: string, options: readonly string[], before: Taken) => void

  constructor(told: Taken, met: (key: string, options: readonly string[], before: Taken) => void) {
    this.#told = told
    this.#met = met
  }

  /** One of the options; the same for the same key all through a run. */
  take(key: string, options: readonly string[]): string {
    const known = this.#taken.get(key)
    if (known !== undefined) return known
    const told = this.#told.get(key)
    const option = told !== undefined && options.includes(told) ? told : options[0]!
    this.#met(key, options, new Map(this.#taken))
    this.#taken.set(key, option)
    return option
  }
}

/** Runs `work` with other choices until each option of each choice was taken once; undefined ends a run that can't be. */
export function eachWay<T>(work: (choices: Choices) => T | undefined): T[] {
  const results: T[] = []
  const due: Taken[] = [new Map()]
  const planned = new Set<string>()
  for (let runs = 0; due.length > 0 && runs < RUNS_AT_MOST; runs++) {
    const result = work(
      new Choices(due.shift()!, (key, options, before) => {
        for (const option of options.slice(1)) {
          if (planned.has(`${key} ${option}`)) continue
          planned.add(`${key} ${option}`)
          due.push(new Map([...before, [key, option]]))
        }
      }),
    )
    if (result !== undefined) results.push(result)
  }
  return results
}

/** What is told when these marks follow those: pure, so that it can be tried as a table. */
import type { DrawSum, LiveEvent, Marks } from './marks.ts'

/** What a process knows of the platform at one moment. */
export interface Look {
  readonly marks: Marks
  readonly dueHalves: number
  readonly draws: readonly DrawSum[]
}

export function changesBetween(before: Look, now: Look): LiveEvent[] {
  const events: LiveEvent[] = []
  const differs = (name: 'users' | 'requests' | 'results' | 'feedbacks' | 'proofs') =>
    before.marks[name] !== now.marks[name]
  const has = (thing: string) => now.marks.things.includes(thing)

  if (JSON.stringify(countsOf(before)) !== JSON.stringify(countsOf(now))) events.push(countsOf(now))
  if (differs('users') || has('user')) events.push({ event: 'user.changed' })
  if (differs('requests') || has('request')) events.push({ event: 'request.changed' })
  const kinds = movedBetween(before.marks.postings, now.marks.postings)
  if (kinds.length > 0) events.push({ event: 'money.moved', kinds })
  const markets = stakedBetween(before.draws, now.draws)
  if (markets.length > 0) events.push({ event: 'bid.aggregate', markets })
  if (differs('results')) events.push({ event: 'result.changed' })
  if (differs('feedbacks') || has('feedback')) events.push({ event: 'feedback.changed' })
  if (differs('proofs')) events.push({ event: 'books.checked' })
  if (now.marks.things.length > 0) events.push({ event: 'act.done', things: [...now.marks.things] })
  return events
}

export function countsOf({ marks, dueHalves }: Look): LiveEvent {
  return { event: 'counts', ...marks.counts, dueHalves }
}

/** The kinds of which there are more postings. There are fewer only after midnight, when a day falls out of the sum. */
function movedBetween(before: Marks['postings'], now: Marks['postings']): string[] {
  return Object.keys(now).filter((kind) => now[kind]! > (before[kind] ?? 0))
}

/** By market; a draw that was not there before brings all that it has. */
function stakedBetween(before: readonly DrawSum[], now: readonly DrawSum[]) {
  const known = new Map(before.map((draw) => [draw.drawId, draw]))
  const staked = new Map<number, { bids: number; paise: number }>()
  for (const { drawId, marketId, bids, points } of now) {
    const then = known.get(drawId)
    const more = { bids: bids - (then?.bids ?? 0), paise: points - (then?.points ?? 0) }
    if (more.bids === 0 && more.paise === 0) continue
    const sum = staked.get(marketId) ?? { bids: 0, paise: 0 }
    staked.set(marketId, { bids: sum.bids + more.bids, paise: sum.paise + more.paise })
  }
  return [...staked].map(([marketId, { bids, paise }]) => ({ marketId, bids, points: paise / 100 }))
}

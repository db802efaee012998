/** The events between two snapshots: pure, so that it can be tried as a table. */
import type { DrawSum, Figures, LiveEvent } from './snapshot.ts'

/** What a process knows of the platform at one moment. */
export interface Snapshot {
  readonly figures: Figures
  readonly dueHalves: number
  readonly draws: readonly DrawSum[]
}

export function changesBetween(before: Snapshot, now: Snapshot): LiveEvent[] {
  const events: LiveEvent[] = []
  const differs = (
    name: 'users' | 'requests' | 'results' | 'feedbacks' | 'desk' | 'proofs' | 'alerts' | 'openActs',
  ) => before.figures[name] !== now.figures[name]
  const has = (subject: string) => now.figures.subjects.includes(subject)

  if (JSON.stringify(countsOf(before)) !== JSON.stringify(countsOf(now))) events.push(countsOf(now))
  if (differs('users') || has('user')) events.push({ event: 'user.changed' })
  if (differs('requests') || has('request')) events.push({ event: 'request.changed' })
  const kinds = movedBetween(before.figures.postings, now.figures.postings)
  if (kinds.length > 0) events.push({ event: 'money.moved', kinds })
  const markets = stakedBetween(before.draws, now.draws)
  if (markets.length > 0) events.push({ event: 'bid.aggregate', markets })
  if (differs('results')) events.push({ event: 'result.changed' })
  if (differs('feedbacks') || has('feedback')) events.push({ event: 'feedback.changed' })
  if (differs('desk')) events.push({ event: 'desk.changed' })
  if (differs('proofs')) events.push({ event: 'books.checked' })
  if (differs('alerts')) events.push({ event: 'alerts.changed' })
  const things = new Set([...now.figures.subjects, ...(differs('openActs') ? ['act'] : [])])
  if (things.size > 0) events.push({ event: 'act.done', things: [...things] })
  return events
}

export function countsOf({ figures, dueHalves }: Snapshot): LiveEvent {
  return { event: 'counts', ...figures.counts, dueHalves }
}

/** The kinds of which there are more postings. There are fewer only after midnight, when a day falls out of the sum. */
function movedBetween(before: Figures['postings'], now: Figures['postings']): string[] {
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

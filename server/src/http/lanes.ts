/**
 * Calls that would wait for the same rows wait here instead, in the order in which they came: a call that waits for a
 * lock in PostgreSQL holds a connection, and forty that wait for one wallet would hold them all.
 */
import { type Endpoint, isOfPlayer } from '@munim/contract'
import { DatabaseTrouble } from '../database/trouble.ts'
import { Waits } from '../database/waits.ts'

/** Calls of a lane take so many of the connections that write, at least one. */
export interface Lane {
  readonly name: string
  readonly share: number
}

const WAITING_AT_MOST = 64
const WAITING_MS = 2_000

export interface Lanes {
  /** Does the work once there is room in all of these lanes; `busy` where too many calls wait, or for too long. */
  within<T>(lanes: readonly Lane[], work: () => Promise<T>): Promise<T>
}

interface Queue {
  inside: number
  readonly waiting: Set<() => void>
  readonly waits: Waits
}

/** `connections`: so many write. A call that would wait for longer than `busyAfterMs` is refused, as it is at the door. */
export function openLanes(connections: number, busyAfterMs: number): Lanes {
  const all = new Map<string, Queue>()

  async function enter({ name, share }: Lane): Promise<() => void> {
    const width = Math.max(1, Math.round(share * connections))
    const lane = all.get(name) ?? { inside: 0, waiting: new Set(), waits: new Waits() }
    all.set(name, lane)
    const isFull = lane.waiting.size >= WAITING_AT_MOST || lane.waits.ms > busyAfterMs
    if (lane.inside < width) lane.inside++
    else if (isFull) throw new DatabaseTrouble('busy')
    else await turnIn(lane)
    return () => {
      const [next] = lane.waiting
      if (next) return next() // It takes the place that is left.
      if (--lane.inside === 0) all.delete(name)
    }
  }

  return {
    async within(lanes, work) {
      const leaves: (() => void)[] = []
      try {
        // In one order, so that no two calls wait for each other; narrow ones first, so that waiting fills no wide lane.
        for (const lane of lanes.toSorted(byShare)) leaves.push(await enter(lane))
        return await work()
      } finally {
        for (const leave of leaves) leave()
      }
    },
  }
}

const byShare = (a: Lane, b: Lane) => a.share - b.share || (a.name < b.name ? -1 : 1)

function turnIn({ waiting, waits }: Queue): Promise<void> {
  const came = waits.come()
  return new Promise<void>((done, fail) => {
    const go = () => {
      waiting.delete(go)
      clearTimeout(timer)
      came.had()
      done()
    }
    const timer = setTimeout(() => {
      waiting.delete(go)
      fail(new DatabaseTrouble('busy'))
    }, WAITING_MS)
    waiting.add(go)
  }).finally(came.left)
}

/** One after the other: each would wait for the wallet that the one before it holds. */
export const laneOfPlayer = (id: number): Lane => ({ name: `player ${id}`, share: 0 })
/** Bids on one draw go beside each other, but where they wait for its result they leave room for other draws. */
const laneOfMarket = (id: string): Lane => ({ name: `market ${id}`, share: 0.7 })
const laneOfCall = ({ path }: Endpoint): Lane => ({ name: path, share: 0.4 })

/** The lanes of a call that writes, as far as they follow from what was sent and by whom. */
export function lanesOf(
  endpoint: Endpoint,
  input: unknown,
  caller: { readonly id: number; readonly lanes: readonly Lane[] },
): readonly Lane[] {
  const { id, marketId, bids = [] } = input as Sent
  const players = endpoint.access === 'player' ? [caller.id] : isOfPlayer(endpoint.body) ? [id!] : []
  const markets = [marketId, ...bids.map((bid) => bid.marketId)].filter((market) => market !== undefined)
  const ofPlayers = [...players.map(laneOfPlayer), ...caller.lanes]
  if (markets.length > 0) return [...ofPlayers, ...new Set(markets).values().map(laneOfMarket)]
  if (endpoint.access === 'player') return ofPlayers
  // What is decided for many players waits for each other too: in the audit, and at the day's sums of what is posted.
  return [...ofPlayers, laneOfCall(endpoint)]
}

interface Sent {
  readonly id?: number
  readonly marketId?: string
  readonly bids?: readonly { readonly marketId: string }[]
}

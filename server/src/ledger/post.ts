/**
 * The one door into the ledger. Every movement of money goes through this folder: lock, decide, write.
 * Settling a draw is post-wins.ts and taking it back post-reversals.ts; placing bids is post-stakes.ts.
 */
import { BELOW_WALLET } from '@munim/contract'
import {
  type Account,
  applyPosting,
  type Balances,
  isPlayer,
  meaningOf,
  type Paise,
  type Posting,
  paise,
} from '@munim/core'
import { type Db, nowOf, sql } from '../database/db.ts'
import { Refusal } from '../refusal.ts'

export interface Entry extends Posting {
  readonly actor: string
  /** The moment of what it is a part of; undefined: now, once the wallets are locked. */
  readonly at?: Date
  readonly note?: string
  readonly drawId?: number
  readonly bidId?: number
  readonly requestId?: number
  /** The posting that this one takes back. */
  readonly reverses?: number
}

/** Posts these in their order inside the caller's transaction, all or none; returns the balances they leave, in paise. */
export async function post(db: Db, ...entries: readonly Entry[]): Promise<Balances> {
  const ends = entries.flatMap(({ from, to }) => [from, to])
  const before = await lockWallets(db, ends)
  const steps: Balances[] = []
  for (const entry of entries) {
    const after = applyPosting(steps.at(-1) ?? before, entry)
    if (!after) throw new Refusal(409, BELOW_WALLET)
    steps.push(after)
  }
  await write(db, entries, steps)
  return steps.at(-1) ?? before
}

/** Balances of these accounts, locked until the transaction ends; always in id order. */
export async function lockWallets(db: Db, accounts: readonly Account[]): Promise<Balances> {
  const players = [...new Set(accounts.filter(isPlayer))].sort((a, b) => a - b)
  const rows = await db.many<{ user_id: number; balance: Paise }>(sql`
    /* lock-wallets */
    select user_id, balance from wallets where user_id = any(${players}::bigint[])
    order by user_id for no key update`)
  if (rows.length !== players.length) throw new Refusal(404, 'User not found')
  return new Map<Account, Paise>(rows.map((row) => [row.user_id, row.balance]))
}

async function write(db: Db, entries: readonly Entry[], steps: readonly Balances[]): Promise<void> {
  const rows = entries.map((entry, index) => rowOf(entry, steps[index]!))
  const left = steps.at(-1)!
  const players = [...left.keys()].filter(isPlayer)
  await db.run(sql`
    /* write-postings */
    with posted as (
      insert into postings (kind, from_user, from_house, to_user, to_house, amount, from_after, to_after,
        draw_id, bid_id, request_id, reverses, actor, note, at)
      select (p->>'kind')::posting_kind, (p->>'from_user')::bigint, (p->>'from_house')::house_account,
        (p->>'to_user')::bigint, (p->>'to_house')::house_account, (p->>'amount')::bigint,
        (p->>'from_after')::bigint, (p->>'to_after')::bigint, (p->>'draw_id')::int, (p->>'bid_id')::bigint,
        (p->>'request_id')::bigint, (p->>'reverses')::bigint, p->>'actor', p->>'note',
        coalesce((p->>'at')::timestamptz, ${nowOf(db)})
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as entry (p, place)
      order by place
    )
    update wallets w
    set balance = a.balance, total_bets = w.total_bets + a.bets, total_win = w.total_win + a.won
    from unnest(${players}::bigint[], ${players.map((id) => left.get(id)!)}::bigint[],
      ${players.map((id) => total(entries, id, 'bets'))}::bigint[],
      ${players.map((id) => total(entries, id, 'won'))}::bigint[]) as a (user_id, balance, bets, won)
    where w.user_id = a.user_id`)
}

function rowOf(entry: Entry, after: Balances) {
  const { from, to } = entry
  return {
    kind: entry.kind,
    from_user: isPlayer(from) ? from : null,
    from_house: isPlayer(from) ? null : from,
    to_user: isPlayer(to) ? to : null,
    to_house: isPlayer(to) ? null : to,
    amount: entry.amount,
    from_after: isPlayer(from) ? after.get(from) : null,
    to_after: isPlayer(to) ? after.get(to) : null,
    draw_id: entry.drawId ?? null,
    bid_id: entry.bidId ?? null,
    request_id: entry.requestId ?? null,
    reverses: entry.reverses ?? null,
    actor: entry.actor,
    note: entry.note ?? '',
    at: entry.at?.toISOString() ?? null,
  }
}

/** What these entries add to a player's total_bets or total_win. */
function total(entries: readonly Entry[], player: number, figure: 'bets' | 'won'): Paise {
  const own = entries.filter(({ from, to }) => from === player || to === player)
  return paise(own.reduce((sum, { kind, amount }) => sum + (meaningOf(kind)[figure] ?? 0) * amount, 0))
}

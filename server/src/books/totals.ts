/** The sums of the books that are cheap enough for twice a minute: no posting is read. All laws are in prove.ts. */
import { t } from '@munim/contract'
import type { Paise } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import { amountFor } from '../ledger/kinds.ts'

/** In paise, of one moment. */
export interface Totals {
  /** The sum of all wallets. */
  readonly wallets: Paise
  /** What was brought into wallets less what was taken out, ever. */
  readonly ledger: Paise
  /** What the account held has. */
  readonly held: Paise
  /** The sum of the pending withdrawals. */
  readonly asked: Paise
  /** How many wallets there are. */
  readonly players: number
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** One statement, so all sums are of the same moment; transfers between players change none of them. */
export async function readTotals(db: Db): Promise<Totals> {
  return db.only<Totals>(sql`
    select w.wallets, w.players, t.ledger, t.held, r.asked
    from (select coalesce(sum(balance), 0)::bigint as wallets, count(*) as players from wallets) as w,
      (select
        coalesce(sum(${amountFor('player')}), 0)::bigint as ledger,
        coalesce(sum(${amountFor('held')}), 0)::bigint as held
      from day_totals) as t,
      (select coalesce(sum(amount), 0)::bigint as asked from requests
      where status = 'pending' and kind = 'withdraw') as r`)
}

/** What does not agree, as sentences; none in good books. */
export function differencesOf({ wallets, ledger, held, asked }: Totals): string[] {
  const differences: string[] = []
  if (wallets !== ledger)
    differences.push(
      t('All wallets hold {wallets}; by the ledger they hold {ledger}.', {
        wallets: inRupees(wallets),
        ledger: inRupees(ledger),
      }),
    )
  if (held !== asked)
    differences.push(
      t('{held} is held for withdrawals; those that wait ask for {asked}.', {
        held: inRupees(held),
        asked: inRupees(asked),
      }),
    )
  return differences
}

const inRupees = (paise: Paise): string => rupees.format(paise / 100).replace('-', '−')

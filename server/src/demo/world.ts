/** What the files of the demonstration share: its time, its people and markets so far, and chance. */
import type { Day, DrawMoments, GameMode, Paise, Schedule } from '@munim/core'
import { type Db, sql } from '../database/db.ts'
import type { Files } from '../http/files.ts'
import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'

export interface World {
  readonly db: Db
  readonly agenda: Agenda
  readonly chance: Chance
  /** The moment of the start; nothing is dated after it. */
  readonly now: Date
  /** The days with bids, the earliest first; the last is today. */
  readonly days: readonly Day[]
  /** The administrator as postings name them. */
  readonly admin: string
  readonly markets: Market[]
  /** Where banners are stored; there are none where it is undefined. */
  readonly files: Files | undefined
  /** Takes away what was stored, when the demonstration is not written after all. */
  readonly onRollback: (() => Promise<void>)[]
  /** Who has registered so far. */
  readonly players: Player[]
}

export interface Market {
  readonly id: string
  readonly name: string
  readonly schedule: Schedule
  /** How many bids it draws beside the others. */
  readonly weight: number
}

export interface Draw extends DrawMoments {
  readonly market: Market
  readonly day: Day
}

export type TransferType = 'upi' | 'phonepe' | 'gpay' | 'paytm' | 'bank'

export interface Player {
  readonly id: number
  readonly mobile: string
  /** Rupees that one sitting costs, more or less. */
  readonly purse: number
  /** How likely this player plays on a day. */
  readonly activity: number
  readonly games: readonly GameMode[]
  readonly markets: readonly Market[]
  /** At least one. */
  readonly transferTypes: readonly TransferType[]
  /** Asked for money that has not come yet. */
  isWaiting: boolean
  /** Blocked, removed, not approved, or part of an incident: no more is planned for them. */
  isAway: boolean
}

export const isFree = (player: Player) => !player.isAway && !player.isWaiting

export async function balanceOf(db: Db, player: Player): Promise<Paise> {
  const { balance } = await db.only<{ balance: Paise }>(sql`
    /* demonstration-balance */
    select balance from wallets where user_id = ${player.id}`)
  return balance
}

/** Stories of acts that wait for a second person: whoever asks, confirms and declines, and the limits that hold. */
import { api } from '@munim/contract'
import { beforeEach, expect } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import type { backOffice, Player } from './office.ts'
import { untilLocked } from './waits.ts'

const OFF = {
  funds: null,
  deposits: null,
  withdrawals: null,
  losses: null,
  reverts: null,
  rates: false,
  payee: false,
}

export const ALL = { funds: 0, deposits: 0, withdrawals: 0, losses: 0, reverts: 0, rates: true, payee: true }

/** The number of the act that waits, as it was answered; the call was not refused and not done. */
export function waiting(said: { code: number; status: string }): number {
  expect(said).toMatchObject({ code: 202, status: 'waiting', message: 'Waits for a second person' })
  expect(said).not.toHaveProperty('data')
  return (said as unknown as { act: { id: number } }).act.id
}

export async function secondPerson(office: Awaited<ReturnType<typeof backOffice>>) {
  const { administrator: person, withRights } = office
  /** As they are from now on, in rupees; what each has done alone today is forgotten. */
  async function limits(set: Partial<Record<keyof typeof OFF, number | boolean | null>>) {
    const all = { ...OFF, ...set }
    await office.database.run(sql`delete from act_sums`)
    await office.database.run(
      sql`update security set ${sql.join(
        Object.entries(all).map(
          ([name, value]) => sql`${sql.ref(name)} = ${typeof value === 'number' ? value * 100 : value}`,
        ),
      )}, hours = 24`,
    )
  }
  const meera = await person('Meera')
  const listed = async (as: { token: string }, filter: object = {}) =>
    office.call(api.acts.list, { limit: 100, ...filter }, { as })
  const shownWaiting = (as: { token: string }) => office.call(api.acts.waiting, {}, { as })
  const confirm = (id: number, as: { token: string } = meera, more: object = {}) =>
    office.call(api.acts.confirm, { id, ...more }, { as })
  const effectOf = async (id: number) => (await listed(meera)).data.find((each) => each.id === id)!.effect!
  const decline = (id: number, as: { token: string } = meera) =>
    office.call(api.acts.decline, { id, note: 'Not this' }, { as })
  const withdraw = (id: number, as: { token: string } = office.admin) =>
    office.call(api.acts.withdraw, { id }, { as })
  const add = (player: Player, amount: number, options: object = {}) =>
    office.call(api.users.addFunds, { id: player.id, amount }, options)
  /** All that is stored, but for what waits, what was done alone and the audit. */
  const stored = async () =>
    (await office.fingerprint())
      .split('\n')
      .filter((line) => !/^(waiting_acts|act_sums) /.test(line))
      .join('\n')
  /** So many statements wait for a lock. */
  const waitsFor = (many: number) => untilLocked(office.database, many)
  /** Each story begins without limits and without what another one left waiting. */
  beforeEach(async () => {
    await limits({})
    await office.database.run(sql`update settings set joining_bonus = 0, app_version = ''`)
    await office.database.run(sql`
      update waiting_acts set outcome = 'expired', decided_at = clock_timestamp() where outcome is null`)
  })
  const owner = { token: office.admin.token }
  const administrators = async () => (await office.call(api.administrators.list, {})).data
  return {
    person,
    withRights,
    limits,
    meera,
    listed,
    shownWaiting,
    confirm,
    effectOf,
    decline,
    withdraw,
    add,
    stored,
    waitsFor,
    owner,
    administrators,
  }
}

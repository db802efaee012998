/**
 * Promise: a push message reaches each device at most once. Servers share a broadcast and are killed in the middle of
 * it, PostgreSQL too, while the push service has its bad moments; then every device is checked against what was counted.
 */
import { api } from '@munim/contract'
import { type Database, sql } from '../../server/src/database/db.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { type FakeFcm, startFcm } from '../../tests/support/fcm.ts'
import { fillPlayers } from '../../tests/support/fill.ts'
import { ask } from '../../tests/support/server-process.ts'
import { until } from '../../tests/support/waits.ts'
import { type House, openHouse } from './house.ts'
import type { Proven, Run } from './promise.ts'

const SERVERS = 2
/** Of every hundred devices so many each are answered so (tests/support/fcm.ts). */
const ODD = ['unregistered', 'stranger', 'lost', 'drop', 'flaky'] as const

/** Rounds are kills: every third is PostgreSQL's, the others a server's. */
export async function provePush({ rounds = 5, size = 1, seed, say }: Run): Promise<Proven> {
  const devices = Math.round(20_000 * size)
  const chance = chanceOf(seed)
  const service = await startFcm()
  service.delayMs = Math.min(20 / size, 100) // Fewer devices are slower, so that a kill meets some of them.
  const env = { FCM_SERVICE_ACCOUNT: JSON.stringify(service.account), FCM_URL: service.url }
  const house = await openHouse(1, env)
  try {
    await fillPlayers(house.database, devices - 1)
    await fillDevices(house.database, devices, ODD)
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => house.start()))
    const began = performance.now()
    const { data } = await ask(servers[0]!.host, api.push.sendToAll, { title: 'Diwali bonus' }, house)
    const acceptedMs = performance.now() - began
    say(`${data.notifications_sent} devices accepted in ${acceptedMs.toFixed(0)} ms`)
    for (let kill = 1; kill <= rounds; kill++) {
      const arrived = service.arrived.size
      const enough = arrived + ((devices - arrived) / (rounds - kill + 2)) * (0.5 + chance.between(0, 1))
      await untilSo(service, async () => service.arrived.size >= enough || (await isOver(house.database)))
      say(`kill ${kill} with ${service.arrived.size} arrived`)
      if (kill % 3 === 0) process.kill((await house.postgresPids())[0]!, 'SIGKILL')
      else {
        const nth = chance.whole(0, SERVERS - 1)
        await servers[nth]!.kill()
        servers[nth] = await house.start()
      }
    }
    await untilSo(service, () => isOver(house.database))
    const { data: end } = await ask(servers[0]!.host, api.push.progress, { id: data.id }, house)
    const counts = `${end.sent} sent, ${end.failed} failed, ${end.dead} dead, ${end.unknown} unknown`
    const wrong = await compare(house, service, { devices, end })
    const pace = `accepted in ${acceptedMs.toFixed(0)} ms, ${end.perSecond} a second`
    return { did: `${devices} devices, ${pace}, ${rounds} kills; ${counts}`, wrong }
  } finally {
    await house.close()
    await service.close()
  }
}

/** A phone for so many players; what its token begins with says how it is answered. Of every hundred some are `odd`. */
export async function fillDevices(
  database: Database,
  many: number,
  odd: readonly string[] = [],
): Promise<void> {
  await database.run(sql`
    insert into push_devices (user_id, token, token_hash, since)
    select id, token, sha256(convert_to(token, 'utf8')), clock_timestamp()
    from users, lateral (select coalesce((${[...odd]}::text[])[id % 100], 'good') || '-' || id as token) t
    order by id limit ${many}`)
}

async function isOver(database: Database): Promise<boolean> {
  const asked = database.only<{ open: number }>(sql`
    select count(*) as open from push_messages where finished_at is null`)
  return asked.then(
    ({ open }) => open === 0,
    () => false, // It was killed, and is asked again.
  )
}

/** However long it takes: only where nothing arrives any more does it hang. */
async function untilSo({ arrived }: FakeFcm, isSo: () => Promise<boolean>): Promise<void> {
  do {
    const before = arrived.size
    await until(async () => arrived.size > before || (await isSo()))
  } while (!(await isSo()))
}

interface Ended {
  readonly devices: number
  readonly end: Record<'accepted' | 'waiting' | 'sent' | 'failed' | 'dead' | 'unknown' | 'dropped', number>
}

/** What was counted against what arrived. */
async function compare({ database }: House, { arrived }: FakeFcm, { devices, end }: Ended) {
  const { accepted, waiting, sent, failed, dead, unknown, dropped } = end
  const wrong: string[] = []
  const twice = [...arrived.values()].filter((messages) => messages.length > 1).length
  if (twice > 0) wrong.push(`${twice} devices were sent to more than once`)
  if (accepted !== devices) wrong.push(`${accepted} of ${devices} devices were accepted`)
  if (waiting !== 0) wrong.push(`${waiting} wait still`)
  if (sent + failed + dead + unknown + dropped !== accepted)
    wrong.push(`the counts do not add up: ${JSON.stringify(end)}`)
  const states = await database.many<{ token: string | null; state: string }>(sql`
    select d.token, t.state from push_targets t left join push_devices d on d.id = t.device_id`)
  const of = (state: string) => states.filter((each) => each.state === state)
  const missing = of('sent').filter(({ token }) => !arrived.has(token!)).length
  if (missing > 0) wrong.push(`${missing} devices are counted as sent and got nothing`)
  const others = [...of('failed'), ...of('dead'), ...of('dropped')].filter(
    ({ token }) => token && arrived.has(token),
  )
  if (others.length > 0) wrong.push(`${others.length} devices got what is not counted as sent or unknown`)
  for (const state of ['sent', 'failed', 'dead', 'unknown', 'dropped'] as const) {
    if (of(state).length !== end[state])
      wrong.push(`${end[state]} counted as ${state}, ${of(state).length} are`)
  }
  const left = states.filter(({ token, state }) => token !== null && state === 'dead').length
  if (left > 0) wrong.push(`${left} dead tokens were kept`)
  return wrong
}

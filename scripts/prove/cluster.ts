/**
 * What deploy promises, on a cluster made of its files (cluster/site.ts): a primary that is killed loses nothing that was
 * acknowledged and moves nothing twice, a server that is killed fails only the calls in it, and any second of the past
 * comes back from the archive with books that agree.
 */
import http2 from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@munim/contract'
import type { Database } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { chanceOf } from '../../server/src/demo/chance.ts'
import { fillMarket, fillPlayers, fillTokens } from '../../tests/support/fill.ts'
import { signIn } from '../../tests/support/server-process.ts'
import { until } from '../../tests/support/waits.ts'
import { asOf, emptyLog, type Log, notKept, placedTwice, startClients, type Work } from './cluster/clients.ts'
import { openSite, SITE_NODES, type Site } from './cluster/site.ts'
import type { Proven, Run } from './promise.ts'

const PLAYERS = 200
/** Writes go on within this, whatever was killed. */
const BACK_WITHIN_MS = 10_000
const AGREE = 'The books agree'

/** Rounds are kills of the primary, in turn its PostgreSQL alone and all of its machine. */
export async function proveCluster({ rounds = 20, size = 1, isTimed = false, ...run }: Run): Promise<Proven> {
  const { seed, say } = run
  const chance = chanceOf(seed)
  const site = await openSite(say)
  const stop = () => void site.close().finally(() => process.exit(130))
  for (const name of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(name, stop)
  const database = connect(site.ownerUrl, { max: 4, statementMs: 0, applicationName: 'munim prove' })
  const did: string[] = []
  const wrong: string[] = []
  try {
    const first = await fillPlayers(database, PLAYERS)
    const tokens = await fillTokens(database, first, PLAYERS)
    const draw = await fillMarket(database, 'KILLED')
    await site.startServers()
    const work: Work = {
      address: site.address,
      token: await signIn(site.address),
      players: tokens.map((token, nth) => ({ id: first + nth, token })),
      draw,
      chance,
      log: emptyLog(),
      size,
    }
    wrong.push(...(await follows(site.address, work.token)))
    await site.backUp()
    say('three servers behind nginx; the archive has its first copy')
    const parts = [
      () => killPrimaries(site, database, work, { rounds, isTimed, say }),
      () => killServers(site, database, work, { rounds, say }),
      () => goBack(site, work, say),
    ]
    for (const part of parts) {
      if (wrong.length > 0) break
      const proven = await part()
      did.push(proven.did)
      wrong.push(...proven.wrong)
    }
    return { did: did.join('; '), wrong }
  } finally {
    for (const name of ['SIGINT', 'SIGTERM', 'disconnect']) process.off(name, stop)
    await database.close()
    await site.close()
  }
}

/** Events come through nginx as they happen, over HTTP/2. */
async function follows(address: string, token: string): Promise<string[]> {
  const session = http2.connect(address)
  const request = session.request({ ':method': 'POST', ':path': api.live.follow.path, authorization: token })
  try {
    const [status, text] = await new Promise<[status: number | undefined, text: string]>((done, fail) => {
      let code: number | undefined
      request.on('response', (headers) => {
        code = headers[':status']
      })
      request.on('data', (part) => done([code, String(part)]))
      request.on('error', fail)
      request.on('end', () => done([code, '']))
      request.end()
    })
    return status === 200 && text.startsWith('retry:') ? [] : [`Following answered ${status} ${text}`]
  } finally {
    session.destroy()
  }
}

async function killPrimaries(
  site: Site,
  database: Database,
  work: Work,
  { rounds, isTimed, say }: Required<Pick<Run, 'rounds' | 'isTimed' | 'say'>>,
): Promise<Proven> {
  const { log } = work
  const gaps = { postgres: [] as number[], machine: [] as number[] }
  const wrong: string[] = []
  const clients = startClients(work)
  for (let round = 1; round <= rounds && wrong.length === 0; round++) {
    const before = log.moved.size
    await until(() => log.moved.size > before + 20)
    await sleep(work.chance.between(0, 500))
    const how = round % 2 === 1 ? 'postgres' : 'machine'
    const start = performance.now()
    const node = await site.killPrimary(how)
    const killed = performance.now()
    await until(() => log.acknowledgedSentAt > killed, 5)
    const gap = performance.now() - start
    gaps[how].push(gap)
    await site.restore(node)
    wrong.push(...(await notKept(database, log)))
    say(`${round}: ${how} of machine ${node} killed, writes back after ${(gap / 1000).toFixed(1)} s`)
  }
  await clients.stop()
  wrong.push(...(await notKept(database, log)), ...(await placedTwice(database, log)))
  const slowest = Math.max(...gaps.postgres, ...gaps.machine, 0)
  if (isTimed && slowest > BACK_WITHIN_MS) wrong.push(`Writes were back after ${seconds(slowest)} only`)
  wrong.push(...disagreement('after the kills', site.verify(site.ownerUrl, 'here')))
  const told = Object.entries(gaps).map(
    ([how, each]) => `${each.length} × ${how} (writes back within ${seconds(Math.max(0, ...each))})`,
  )
  const did = `the primary killed ${told.join(', ')}: ${log.moved.size} movements and ${log.bids.size} bids acknowledged`
  return { did, wrong }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Each of them once where there are rounds enough, else as many as there are rounds. */
async function killServers(
  site: Site,
  database: Database,
  work: Work,
  { rounds, say }: Required<Pick<Run, 'rounds' | 'say'>>,
): Promise<Proven> {
  const { log } = work
  const [calls, refused, earlier] = [log.calls, log.refused, log.failed.length]
  const kills: { begun: number; gone: number }[] = []
  const clients = startClients(work)
  for (const node of work.chance.several(SITE_NODES, rounds)) {
    await sleep(1_000)
    const begun = performance.now()
    await site.killServer(node)
    kills.push({ begun, gone: performance.now() })
    await sleep(3_000)
    await site.startServer(node)
    say(`server ${node} killed and back`)
  }
  await sleep(1_000)
  await clients.stop()
  const failed = log.failed.slice(earlier)
  /** Without a key, sent before nginx can know that a server is gone, and failed since: it was in it. */
  const wasInIt = ({ hasKey, sentAt, failedAt }: Log['failed'][number]) =>
    !hasKey && kills.some(({ begun, gone }) => sentAt <= gone + 50 && failedAt >= begun)
  const strange = failed.filter((each) => !wasInIt(each))
  const wrong = strange.map(
    ({ path, code, text }) => `${path} failed beside a killed server: ${code} ${text}`,
  )
  wrong.push(...(await notKept(database, log)), ...(await placedTwice(database, log)))
  const did = `${kills.length} servers killed: ${failed.length} of ${log.calls - calls} calls failed, which were in them, and ${log.refused - refused} were refused for now`
  return { did, wrong }
}

async function goBack(site: Site, work: Work, say: Run['say']): Promise<Proven> {
  const clients = startClients(work)
  await sleep(2_000)
  const moment = Math.ceil(Date.now() / 1000) * 1000
  await sleep(moment + 3_000 - Date.now())
  await clients.stop()
  await site.archiveAll()
  const url = await site.recover(new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00'))
  say('recovered')
  await using recovered = connect(url, { max: 2, applicationName: 'munim prove' })
  const wrong = [
    ...(await asOf(recovered, work.log, moment)),
    ...disagreement('of the recovered database', site.verify(url, 'afar')),
  ]
  const told = `back to ${new Date(moment).toISOString()} from the archive, books proven there`
  return { did: told, wrong }
}

const disagreement = (where: string, said: string) =>
  said.includes(AGREE) ? [] : [`The books ${where}: ${said}`]

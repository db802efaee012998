/** What must not be read anywhere: canaries in every secret field, then a look through logs, audit, answers, metrics. */
import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@munim/contract'
import { afterAll, expect, test } from 'vitest'
import { type NotNull, sql } from '../../server/src/database/db.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { freshDatabase } from '../support/database.ts'
import { startFcm } from '../support/fcm.ts'
import { until } from '../support/waits.ts'

const main = fileURLToPath(new URL('../../server/src/programs/start.ts', import.meta.url))

/** Each is in one secret field, and nowhere else in the database. */
const CANARIES = {
  adminPassword: 'canary-admin-password-81',
  wrongPassword: 'canary-wrong-password-82',
  newPassword: 'canary-new-password-83',
  playerPassword: 'canary-player-password-84',
  resetPassword: 'canary-reset-password-85',
  mpin: '7391',
  pushToken: 'canary-push-token-86',
  account: '555500009187',
  upi: 'canary-upi-88@okbank',
  idempotencyKey: 'canary-key-89',
}

const service = await startFcm()
const folder = await mkdtemp(join(tmpdir(), 'munim-secrets-'))
const logFile = join(folder, 'log')
const database = await freshDatabase()
const log = await open(logFile, 'w')
const server = spawn(process.execPath, [main], {
  env: {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'trace',
    ADMIN_PASSWORD: CANARIES.adminPassword,
    FCM_SERVICE_ACCOUNT: JSON.stringify(service.account),
    FCM_URL: service.url,
  },
  stdio: ['ignore', log.fd, log.fd],
})
const db = connect(database.ownerUrl, { max: 2 })

afterAll(async () => {
  server.kill('SIGKILL')
  await service.close()
  await db.close()
  await log.close()
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

/** Where it is; what it said instead, when it ended. */
async function hostOf(): Promise<string> {
  return until(async () => {
    const said = await readFile(logFile, 'utf8')
    if (server.exitCode !== null) throw new Error(said)
    return /Munim is at (\S+)/.exec(said)?.[1]
  })
}

/** What was logged, once this is in it: a call is answered before its line is written. */
const loggedWith = (words: string) =>
  until(async () => {
    const said = await readFile(logFile, 'utf8')
    return said.includes(words) && said
  })

test('no password, mpin, token or account number is in logs, audit, answers or metrics', async () => {
  const host = await hostOf()
  const answers: string[] = []
  const call = async (path: string, body: unknown, token = '') => {
    const response = await fetch(host + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: token,
        'idempotency-key': `${CANARIES.idempotencyKey}-${answers.length}`,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    answers.push(text)
    return JSON.parse(text) as { token?: string; data?: { id: number } }
  }
  const admin = { userName: 'admin', password: CANARIES.adminPassword }
  await call(api.auth.login.path, { ...admin, password: CANARIES.wrongPassword })
  const { token } = await call(api.auth.login.path, admin)
  const asha = await call(api.player.register.path, {
    user_name: 'Asha',
    mobile: '9876500001',
    password: CANARIES.playerPassword,
    mpin: CANARIES.mpin,
  })
  const id = asha.data!.id
  await call(api.player.pushToken.path, { token: CANARIES.pushToken }, asha.token)
  await call(api.push.sendToUser.path, { userId: id, title: 'Hello' }, token)
  await until(() => service.arrived.size > 0)
  expect([...service.arrived.keys()]).toEqual([CANARIES.pushToken])
  await call(api.users.update.path, { id, account_no: CANARIES.account, upi_id: CANARIES.upi }, token)
  await call(api.users.update.path, { id, password: CANARIES.resetPassword, mpin: CANARIES.mpin }, token)
  await call(api.users.update.path, `{"id":${id},"password":"${CANARIES.resetPassword}"`, token)
  await call(api.users.addFunds.path, { id, amount: CANARIES.resetPassword }, token)
  await call(
    api.auth.resetPassword.path,
    { password: admin.password, newPassword: CANARIES.newPassword },
    token,
  )
  const metrics = await (await fetch(`${host}/metrics`)).text()

  const audit = await db.many(sql`select * from audit`)
  const kept = await db.many(sql`select * from answers`)
  const [, keyLine] = service.account.private_key.split('\n')
  const tokens = [token!, asha.token!, keyLine!, ...service.granted]
  const logged = await loggedWith(`"call":"${api.auth.resetPassword.path}"`)
  const mayShow: Record<string, string[]> = {
    answers: ['account', 'upi'],
    kept: ['account', 'upi'],
  }
  const places = {
    logged,
    metrics,
    audit: JSON.stringify(audit),
    kept: JSON.stringify(kept),
    answers: answers.join('\n'),
  }
  const found = Object.entries(places).flatMap(([place, text]) => {
    // Any number of milliseconds contains four figures; the mpin is looked for where it could only be itself.
    const secrets = Object.entries(CANARIES).filter(
      ([name]) => name !== 'mpin' && !mayShow[place]?.includes(name),
    )
    const shown = secrets.filter(([, secret]) => text.includes(secret)).map(([name]) => `${name} in ${place}`)
    const asMpin = text.includes(`"mpin":"${CANARIES.mpin}"`) ? [`mpin in ${place}`] : []
    const asToken =
      place === 'answers' ? [] : tokens.filter((each) => text.includes(each)).map(() => `token in ${place}`)
    return [...shown, ...asMpin, ...asToken]
  })
  expect(found).toEqual([])
  expect(audit.length).toBeGreaterThanOrEqual(3)
})

test('a row that the database refuses is not in the log', async () => {
  const host = await hostOf()
  await db.run(sql`alter table users add constraint no_canary check (user_name <> 'Canary')`)
  const said = await fetch(host + api.player.register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: 'Canary', mobile: '9876500002', password: CANARIES.playerPassword }),
  })
  expect(said.status).toBe(500)
  await db.run(sql`alter table users drop constraint no_canary`)
  const logged = await loggedWith('no_canary')
  expect(logged).not.toContain('argon2id')
  expect(logged).not.toContain('9876500002')
})

test('of secrets the database holds only hashes', async () => {
  const tables = await db.many<{ name: string } & NotNull<'name'>>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const secret = [
    CANARIES.adminPassword,
    CANARIES.newPassword,
    CANARIES.playerPassword,
    CANARIES.resetPassword,
  ]
  for (const { name } of tables) {
    const rows = JSON.stringify(await db.many(sql`select * from ${sql.table(name)}`))
    expect(
      secret.filter((each) => rows.includes(each)),
      name,
    ).toEqual([])
  }
})

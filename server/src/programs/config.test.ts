/** What is wrong with a setting is said in one sentence that begins with its name. */
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'hello'],
  ['DATABASE_URL', 'mysql://munim@localhost/munim'],
  ['DATABASE_URL', 'postgres://munim:secret word@one:5432,two:5432/munim?target_session_attrs=any'],
  ['DATABASE_URL', 'postgres://munim:secret word@one,,two/munim'],
  ['DATABASE_URL', 'postgres://munim:secret word@one/munim?sslmode=safe'],
  ['DATABASE_URL', 'postgres://munim:secret word@one/munim?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'],
  ['DATABASE_URL', 'postgresql:///munim?host=one,two'],
  ['DATABASE_URL', 'postgres://munim:secret word@one:99999/munim'],
  ['DATABASE_URL', 'postgres://munim:secret word@one/munim?pool_mode=session'],
  ['DATABASE_URL', 'postgres://munim:secret word@one/munim?pool_mode=transaction&options=-c%20jit=off'],
  ['MIGRATION_URL', 'postgres://munim:secret word@one/munim'],
  ['DATABASE_READ_URL', 'postgres://munim:secret word@two/munim'],
  ['POOL_WRITING', '1'],
  ['POOL_READING', 'many'],
  ['POOL_QUICK', '2.5'],
  ['POOL_BESIDE', '3'],
  ['POOL_PUSH', '-4'],
  ['POOL_REPLICA', '0'],
  ['BUSY_AFTER_MS', '99'],
  ['BUSY_AFTER_MS', 'soon'],
  ['BUSY_AFTER_MS', '1e3'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_ADDRESS', 'half'],
  ['DEMO_DATA', 'perhaps'],
  ['PANEL_NETWORKS', '10.0.0.1, office'],
  ['PANEL_NETWORKS', '10.0.0.0/33'],
  ['DOCS', 'some'],
  ['METRICS', '9090'],
  ['PANEL_ORIGIN', 'panel.example.com'],
  ['PANEL_ORIGIN', 'https://panel.example.com/'],
  ['TRUSTED_PROXIES', 'nginx'],
  ['TRUSTED_PROXIES', 'loopback, 10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1/0'],
  ['RESULT_SOURCE_URL', 'ftp://results/{marketId}/{date}'],
  ['RESULT_SOURCE_URL', 'https://results.example.com/{date}'],
  ['FCM_SERVICE_ACCOUNT', '/nowhere/account.json'],
  ['SIGNING_KEY', 'secret word'],
  ['SIGNING_KEY', 'ab'.repeat(31)],
  ['ANCHOR_URL', 'ftp://anchors'],
  ['BACKUP_RECIPIENT', 'age1guess'],
  ['BACKUP_KEEP_DAYS', '0'],
  ['BACKUP_KEEP_DAYS', 'a month'],
  ['ALERT_URL', 'ftp://owner'],
  ['ALERT_URL', 'https://owner.example.com/munim'],
  ['ALERT_MAIL', 'owner@example.com'],
])('%s=%s is refused by its name', (name, value) => {
  const said = sentenceOf({ [name]: value })
  expect(said).toMatch(new RegExp(`^${name} [^\\n]+$`))
  expect(said, 'A password is never said').not.toContain('secret word')
})

test.each([
  ['?target_session_attrs=standby', ''],
  ['?target_session_attrs=read-write', 'must be standby'],
  ['?pool_mode=transaction', 'must lead to PostgreSQL itself'],
])('a standby to read from is named by its hosts%s', (rest, refused) => {
  const DATABASE_READ_URL = `postgres://munim:secret@one:5432,two:5432/munim${rest}`
  const settings = { DATABASE_URL: 'postgres://munim:secret@one/munim', DATABASE_READ_URL }
  if (refused !== '') expect(sentenceOf(settings)).toMatch(new RegExp(`^DATABASE_READ_URL .*${refused}`))
  else expect(readConfig(settings).readUrl).toBe(DATABASE_READ_URL)
})

test('connections are counted, and more than the embedded database takes are refused', () => {
  expect(readConfig({ POOL_WRITING: '20', POOL_PUSH: '' }).sizes).toEqual({
    writing: 20,
    reading: 6,
    quick: 3,
    beside: 6,
    push: 4,
    replica: 6,
  })
  const many = { POOL_WRITING: '38' }
  expect(sentenceOf(many)).toBe(
    'POOL_… come to 58 connections, and the embedded database takes 57 of a server',
  )
  expect(sentenceOf({ ...many, DATABASE_URL: 'postgres://munim@db/munim' })).toBeUndefined()
})

test('migrations go past a pooler', () => {
  const [server, owner] = ['postgres://munim_app@pooler/munim', 'postgres://munim@db/munim']
  const pooled = { DATABASE_URL: `${server}?pool_mode=transaction` }
  expect(sentenceOf({ ...pooled, MIGRATION_URL: owner })).toBeUndefined()
  expect(sentenceOf({ ...pooled, MIGRATION_URL: `${owner}?pool_mode=transaction` })).toContain(
    'PostgreSQL itself',
  )
})

test('a bucket needs its keys and an address that can be one', () => {
  expect(sentenceOf({ S3_BUCKET: 'files' })).toContain('S3_ACCESS_KEY_ID')
  const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  expect(sentenceOf({ ...keys, S3_ENDPOINT: 'minio:9000' })).toContain('S3_ENDPOINT is "minio:9000"')
})

test.each([
  { DATABASE_URL: 'postgres://munim:a%40b@db.example.com/munim?sslmode=require' },
  { DATABASE_URL: 'postgresql:///munim?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://munim:a,b@one:5432,two:5432/munim?target_session_attrs=read-write' },
  { DATABASE_URL: 'postgres://munim@one,[fd00::1]:5433/munim?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://munim_app@db/munim', MIGRATION_URL: 'postgres://munim@db/munim' },
  { PANEL_ORIGIN: 'https://panel.example.com:8443' },
  { TRUSTED_PROXIES: 'loopback, 10.0.0.0/8, fd00::/8,192.168.1.7' },
  { PANEL_NETWORKS: '10.0.0.0/8, 203.0.113.7,fd00::/8' },
  { LOG_LEVEL: 'silent', LOG_ADDRESS: 'network', PORT: '0', HOST: '' },
  { ALERT_URL: 'https://owner.example.com/munim', ALERT_SECRET: 'secret' },
  { ALERT_MAIL: 'a@example.com, b@example.com', ALERT_FROM: 'munim@example.com', SMTP_URL: 'smtp://mail:25' },
  { SIGNING_KEY: 'ab'.repeat(32), ANCHOR_URL: 'https://keeper.example.com/munim' },
])('%o is taken', (environment) => {
  expect(sentenceOf(environment)).toBeUndefined()
})

test('who alerts are mailed to, by whom and by which server is checked, and no password said', () => {
  const mail = { ALERT_MAIL: 'owner@example.com', ALERT_FROM: 'munim@example.com' }
  expect(sentenceOf({ ...mail, SMTP_URL: 'http://u:pass@mail' })).toMatch(
    /^SMTP_URL must be like (?!.*pass@)/,
  )
  const sentenceOn = (more: NodeJS.ProcessEnv) => sentenceOf({ ...mail, SMTP_URL: 'smtp://mail', ...more })
  expect(sentenceOn({ ALERT_MAIL: 'a@b, the owner' })).toMatch(/^ALERT_MAIL has "the owner"/)
  expect(sentenceOn({ ALERT_FROM: 'Munim' })).toMatch(/^ALERT_FROM is "Munim"/)
})

test.each([
  // environment                                              /docs  /metrics
  [{}, true, true],
  [{ DATABASE_URL: 'postgres://munim@db/munim' }, false, false],
  [{ DATABASE_URL: 'postgres://munim@db/munim', METRICS: 'on' }, false, true],
  [{ DOCS: 'off' }, false, true],
])('with %o /docs is served: %s, /metrics: %s', (environment, docs, metrics) => {
  expect(readConfig(environment)).toMatchObject({ docs, metrics })
})

function sentenceOf(environment: NodeJS.ProcessEnv): string | undefined {
  try {
    readConfig(environment)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

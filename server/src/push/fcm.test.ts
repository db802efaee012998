import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readServiceAccount } from './fcm.ts'

const pem = (type: 'rsa' | 'ed25519') => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}
const account = {
  project_id: 'p',
  client_email: 'a@b',
  private_key: pem('rsa'),
  token_uri: 'http://127.0.0.1/token',
}

test('a service account is read as Google writes it, and its address may end with a slash', () => {
  const { token_uri, ...without } = account
  expect(readServiceAccount(JSON.stringify(account), 'http://x/')).toMatchObject({
    url: 'http://x',
    tokenUrl: token_uri,
  })
  expect(readServiceAccount(JSON.stringify(without), 'http://x').tokenUrl).toBe(
    'https://oauth2.googleapis.com/token',
  )
})

test.each([
  ['', 'empty'],
  ['{"project_id":', 'cut off'],
  [JSON.stringify({ ...account, project_id: undefined }), 'no project'],
  [JSON.stringify({ ...account, private_key: account.private_key.slice(0, 200) }), 'half a key'],
  [JSON.stringify({ ...account, private_key: pem('ed25519') }), 'a key that cannot sign RS256'],
])('what is no service account is refused in a sentence that shows nothing of it: %#', (text) => {
  const [line] = account.private_key.split('\n').slice(1)
  try {
    readServiceAccount(text, 'http://x')
    expect.unreachable()
  } catch (error) {
    expect((error as Error).message).toMatch(/^FCM_SERVICE_ACCOUNT must be the JSON of a service account/)
    expect((error as Error).stack).not.toContain(line)
  }
})

import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgeStamp, nameOfStampKey, stampOf } from './stamp.ts'

const key = Buffer.alloc(32, 7)
const hmac = (...parts: (string | Buffer)[]) =>
  parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest()

test('a stamp is the HMAC-SHA256 of the row, and one of its payee', () => {
  for (const length of [0, 1, 63, 64, 65, 200, 5000]) {
    const fact = randomBytes(length)
    const ofRow = hmac('requests\0', fact)
    const name = hmac('name\0').subarray(0, 4)
    expect(nameOfStampKey(key)).toEqual(name)
    const stamp = stampOf(key, 'requests', { fact, payee: '{"upi_id": "आशा@upi"}' })!
    expect(stamp).toEqual(Buffer.concat([name, ofRow, hmac('payee\0', ofRow, '{"upi_id": "आशा@upi"}')]))
    expect(stampOf(key, 'requests', { fact, payee: null })).toEqual(Buffer.concat([name, ofRow]))
    const other = stampOf(Buffer.alloc(32, 8), 'requests', { fact, payee: null })
    expect(judgeStamp(key, 'requests', { fact, payee: null, stamp: other })).toBe('of another key')
  }
})

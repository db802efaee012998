import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventStream, written } from './events.ts'

const TOLD = written([{ event: 'told', text: 'x'.repeat(1000) } as { event: string }])

test('an event is its name and itself, and a stream begins with when to ask again', async () => {
  const stream = new EventStream()
  stream.tell(written([{ event: 'counts', users: 7 } as { event: string }, { event: 'done' }]))
  stream.beat()
  stream.end()
  let said = ''
  for await (const part of stream) said += String(part)
  expect(said).toBe(
    'retry: 2000\n\nevent: counts\ndata: {"event":"counts","users":7}\n\nevent: done\ndata: {"event":"done"}\n\n: still here\n\n',
  )
})

test('who reads keeps the stream, however much is told; who does not read loses it', async () => {
  const [read, unread] = [new EventStream(), new EventStream()]
  read.resume()
  for (let told = 0; told < 100; told++) {
    read.tell(TOLD)
    unread.tell(TOLD)
    await setImmediate()
  }
  expect([read.destroyed, unread.destroyed]).toEqual([false, true])
})

test('what is told after the end is not heard, and breaks nothing', () => {
  const stream = new EventStream()
  stream.end()
  stream.tell(TOLD)
  stream.end()
  expect(stream.destroyed).toBe(false)
})

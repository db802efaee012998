import { expect, test } from 'vitest'
import { eventsIn } from './stream.ts'

const streamOf = (pieces: readonly Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece)
      stream.close()
    },
  })

async function read(...parts: readonly string[]): Promise<{ told: string[]; signs: number }> {
  const bytes = parts.map((part) => new TextEncoder().encode(part))
  const told: string[] = []
  let signs = 0
  for await (const data of eventsIn(streamOf(bytes), () => signs++)) told.push(data)
  return { told, signs }
}

test.each([
  // pieces, data, why this row is here
  [['event: a\ndata: 1\n\nevent: b\ndata: 2\n\n'], ['1', '2']], // two in one piece
  [['eve', 'nt: a\nda', 'ta: 1\n', '\n'], ['1']], // one in many
  [['retry: 2000\n\n: still here\n\n'], []], // nothing that happened
  [['data: 1\ndata: 2\n\n'], ['1\n2']], // no name, two lines
  [['event: a\ndata: 1'], []], // broken off
])('%j are %j', async (pieces, data) => {
  const { told, signs } = await read(...pieces)
  expect(told).toEqual(data)
  expect(signs).toBe(pieces.length)
})

test('a letter that two pieces share is one letter', async () => {
  const bytes = new TextEncoder().encode('data: कल्याण\n\n')
  const told: string[] = []
  for await (const data of eventsIn(streamOf([bytes.slice(0, 8), bytes.slice(8)]))) told.push(data)
  expect(told).toEqual(['कल्याण'])
})

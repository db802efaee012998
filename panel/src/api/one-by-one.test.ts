import { expect, test } from 'vitest'
import { CallFailure, WAITING } from './call.ts'
import { type Answered, oneByOne } from './one-by-one.ts'

/** The answers by item, what was sent, and why the run ended. */
async function run(answers: Readonly<Record<string, CallFailure | null>>, stopAfter = 99) {
  const sent: string[] = []
  const told: Record<string, Answered> = {}
  const why = await oneByOne({
    items: Object.keys(answers),
    send: async (item) => {
      sent.push(item)
      if (answers[item]) throw answers[item]
      return `${item} is done`
    },
    onAnswer: (item, answered) => {
      told[item] = answered
    },
    isStopped: () => sent.length >= stopAfter,
  })
  return { sent, told, why }
}

test('each is sent after the one before, and a refusal of one ends nothing', async () => {
  const answers = {
    a: null,
    b: new CallFailure('Credited already', 409),
    c: new CallFailure('Waits', WAITING),
    d: null,
  }
  expect(await run(answers)).toEqual({
    sent: ['a', 'b', 'c', 'd'],
    told: {
      a: { is: 'done', told: 'a is done' },
      b: { is: 'refused', sentence: 'Credited already', fields: {} },
      c: { is: 'second' },
      d: { is: 'done', told: 'd is done' },
    },
    why: null,
  })
})

test.each([null, 200, 401, 403, 500])('what would fail for all (%s) ends it', async (status) => {
  const { sent, why } = await run({ a: null, b: new CallFailure('No', status), c: null })
  expect([sent, why]).toEqual([['a', 'b'], 'No'])
})

test('stopped, nothing more is sent', async () => {
  expect((await run({ a: null, b: null, c: null }, 2)).sent).toEqual(['a', 'b'])
})

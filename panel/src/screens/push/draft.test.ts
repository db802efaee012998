import { expect, test } from 'vitest'
import { EMPTY, isFine, readUserIds, withoutUserId, withUserId, wrongIn } from './draft.ts'

test.each([
  // text, ids, dropped
  ['12, 7,41', [12, 7, 41], []],
  ['12,abc, 1.5x,,7', [12, 7], ['abc', '1.5x']], // what is no number is dropped, what is nothing is not told
  ['7,7, 7', [7], []], // each once
  ['0,-3,1e3,٣', [], ['0', '-3', '1e3', '٣']],
  ['12\n7\r\n41', [12, 7, 41], []], // a column of a spreadsheet
  ['12 7', [], ['12 7']],
  ['', [], []],
])('%j are these ids', (text, ids, dropped) => {
  expect(readUserIds(text)).toEqual({ ids, dropped })
})

test.each([
  // text, id, with it, without it
  ['', 7, '7', ''],
  ['12', 7, '12, 7', '12'],
  ['12, abc, ', 7, '12, abc, 7', '12, abc'], // what is no number stays, and is told
  ['12\n7', 7, '12\n7', '12'],
  ['7, 12, 7', 7, '7, 12, 7', '12'],
])('%j with and without %i', (text, id, added, dropped) => {
  expect(withUserId(text, id)).toBe(added)
  expect(withoutUserId(text, id)).toBe(dropped)
})

const BOTH = 'User ID and title are required'
const MANY = 'User IDs and title are required'

test.each([
  // kind, what is typed, what is wrong
  ['single', {}, { userId: BOTH }],
  ['single', { title: 'Hello' }, { userId: BOTH }],
  ['single', { userId: 'abc', title: 'Hello' }, { userId: BOTH }],
  ['single', { userId: '7', title: '  ' }, { title: BOTH }],
  ['single', { userId: ' 7 ', title: 'Hi' }, {}], // two characters are a title here
  ['broadcast', {}, { title: 'Title is required' }],
  ['broadcast', { title: 'x'.repeat(101) }, { title: 'Title must be less than 100 characters' }],
  ['broadcast', { title: 'x'.repeat(100), description: 'y'.repeat(500) }, {}],
  [
    'broadcast',
    { title: 'Hello', description: 'y'.repeat(501) },
    { description: 'Description must be less than 500 characters' },
  ],
  ['multiple', {}, { userIds: MANY }],
  ['multiple', { userIds: '7' }, { title: MANY }],
  ['multiple', { userIds: 'abc' }, { title: MANY }], // what is missing is said first
  ['multiple', { userIds: 'abc, 1.5', title: 'Hello' }, { userIds: 'Please provide valid user IDs' }],
  ['multiple', { userIds: 'abc, 7', title: 'Hello' }, {}],
] as const)('%s with %j', (kind, typed, expected) => {
  const wrong = wrongIn(kind, { ...EMPTY, ...typed })
  expect({ ...wrong }).toEqual({ title: undefined, description: undefined, ...expected })
  expect(isFine(wrong)).toBe(Object.keys(expected).length === 0)
})

import { expect, test } from 'vitest'
import { beginningOf, wrongInEdit, wrongInNew } from './notice.ts'

test.each([
  // title, description, what is wrong with each
  ['', '', 'Title is required', undefined],
  ['   ', '', 'Title is required', undefined],
  [' ab ', '', 'Title must be at least 3 characters', undefined], // blanks don't count
  ['abc', '', undefined, undefined],
  ['x'.repeat(100), 'y'.repeat(500), undefined, undefined], // the limits themselves are taken
  ['x'.repeat(101), '', 'Title must be less than 100 characters', undefined],
  [`${'x'.repeat(100)}  `, '', undefined, undefined],
  ['abc', 'y'.repeat(501), undefined, 'Description must be less than 500 characters'],
])('a new notice of %j and %j', (title, description, inTitle, inDescription) => {
  expect(wrongInNew({ title, description })).toEqual({ title: inTitle, description: inDescription })
})

test.each([
  ['', 'Title is required'],
  ['ab', 'Title must be at least 3 characters'],
  ['x'.repeat(101), undefined], // an edit asks for no more
])('an edit to %j', (title, wrong) => {
  expect(wrongInEdit({ title, description: 'y'.repeat(501) })).toEqual({ title: wrong })
})

test.each([
  ['', null],
  ['x'.repeat(150), null], // above 150 characters, not from there
  ['x'.repeat(151), `${'x'.repeat(150)}…`], // one long word
  [`${'abcd '.repeat(30)}end`, `${'abcd '.repeat(30).trimEnd()}…`], // between two words
  [`${'न'.repeat(160)}`, `${'न'.repeat(150)}…`],
  ['😀'.repeat(151), `${'😀'.repeat(150)}…`], // no half of a sign
])('the beginning of %j', (description, beginning) => {
  expect(beginningOf(description)).toBe(beginning)
})

import type { Day } from '@munim/core'
import { expect, test } from 'vitest'
import { isShown, queryOf, wordsOf } from './view-query.ts'

const today = '2026-11-23' as Day
const tomorrow = '2026-11-24' as Day

test('a view keeps the words of an address without page and search, and leads to them again', () => {
  const words = { status: 'pending', order: 'largest', hide: 'Note,Type', page: '3', search: 'Asha' }
  const query = queryOf(words, today)
  expect(query).toBe('status=pending&order=largest&hide=Note%2CType')
  expect(wordsOf(query, today)).toEqual({ status: 'pending', order: 'largest', hide: 'Note,Type' })
  expect(isShown(query, { ...words, page: '1' }, today)).toBe(true)
  expect(isShown(query, { order: 'largest', hide: 'Note,Type', status: 'pending' }, today)).toBe(true)
  expect(isShown(query, { status: 'pending' }, today)).toBe(false)
  expect(queryOf({ page: '2' }, today)).toBe('')
  expect(wordsOf('', today)).toEqual({})
})

test('days that are a span of today move on with it, others stay', () => {
  const kept = queryOf({ from: '2026-11-23', to: '2026-11-23', status: 'loss' }, today)
  expect(kept).toBe('status=loss&days=today')
  expect(wordsOf(kept, tomorrow)).toEqual({ status: 'loss', from: '2026-11-24', to: '2026-11-24' })
  expect(isShown(kept, { status: 'loss', from: '2026-11-23', to: '2026-11-23' }, tomorrow)).toBe(false)
  const fixed = queryOf({ from: '2026-11-02', to: '' }, today)
  expect(wordsOf(fixed, tomorrow)).toMatchObject({ from: '2026-11-02' })
  expect(wordsOf('days=never', today)).toEqual({})
})

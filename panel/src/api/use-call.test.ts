import { expect, test } from 'vitest'
import { type Call, onlyLatest, onlyOf, onlyOfBody } from './use-call.ts'

const retry = () => {}
const answered = (more: Partial<Extract<Call<string>, { state: 'ready' }>> = {}): Call<string> => ({
  state: 'ready',
  answer: '24 Nov',
  isRefreshing: false,
  isOther: false,
  outdated: null,
  retry,
  ...more,
})
const outdated = { message: 'Failed to fetch data', since: new Date(0), failedAt: 1 }
const failed: Call<string> = { state: 'failed', message: 'Failed to fetch data', status: null, retry }
const loading: Call<string> = { state: 'loading' }

test.each([
  [loading, loading],
  [failed, failed],
  [answered(), answered()],
  [answered({ isRefreshing: true }), loading],
  [answered({ outdated }), failed],
  [answered({ outdated, isRefreshing: true }), loading],
])('of %j the latest answer only is %j', (call, latest) => {
  expect(onlyLatest(call)).toEqual(latest)
})

test('an answer of another day is none: the day is being asked for, or failed', () => {
  const ofDay = (call: Call<string>) => onlyOf(call, (day) => day === '25 Nov')
  expect(ofDay(answered({ isRefreshing: true }))).toEqual(loading)
  expect(ofDay(answered({ outdated }))).toEqual(failed)
  const own = answered({ answer: '25 Nov', outdated, isRefreshing: true })
  expect(ofDay(own)).toBe(own)
  expect(ofDay(failed)).toBe(failed)
})

test.each([
  [answered({ isRefreshing: true, outdated }), answered({ isRefreshing: true, outdated })],
  [answered({ isOther: true, isRefreshing: true }), loading],
  [answered({ isOther: true, outdated }), failed],
])('of %j what answers the body that is asked for is %j', (call, own) => {
  expect(onlyOfBody(call)).toEqual(own)
})

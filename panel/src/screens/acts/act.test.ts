import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { type Act, actInWords } from './act.ts'

test('every act that may wait for a second person has its own words', () => {
  const waitable = Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter((call) => call.access === 'admin' && (call.second || call.fieldSeconds))
  expect(waitable.length).toBeGreaterThan(10)
  expect(waitable.filter(({ path }) => actInWords({ call: path } as Act) === path)).toEqual([])
})

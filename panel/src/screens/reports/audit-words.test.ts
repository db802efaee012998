import { api, type Endpoint } from '@munim/contract'
import { expect, test } from 'vitest'
import { ACTS, actInWords } from './audit-words.ts'

test('every call that leaves a row in the audit has its own words', () => {
  const audited = Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter(({ access, isUnaudited }) => access === 'admin' && !isUnaudited)
    .filter(({ effect, file }) => effect !== 'read' || file === 'text/csv' || file === 'application/pdf')
  expect(audited.filter(({ path }) => actInWords(path) === path)).toEqual([])
  const labels = ACTS.map(({ label }) => label)
  expect(labels.filter((label, nth) => labels.indexOf(label) !== nth)).toEqual([])
})

test('an act that this release does not know is shown by its path', () => {
  expect(actInWords('/admin/odd/act')).toBe('/admin/odd/act')
})

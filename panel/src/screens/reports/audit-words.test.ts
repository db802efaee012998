import { expect, test } from 'vitest'
import { ACTS, actInWords } from './audit-words.ts'

test.each([
  ['/admin/user/addFunds', 'Add funds'],
  ['/admin/bet/revertBid', 'Revert bid'],
  ['/admin/result/declare', 'Declare result'], // one word alone says too little
  ['/admin/wallet/updateWithdrawRequest', 'Update withdraw request'],
  ['/admin/market/create', 'Create market'],
  ['odd', 'Odd'], // what nobody knows is shown as it is
])('the act %s is read as %s', (path, words) => {
  expect(actInWords(path)).toBe(words)
})

test('no two acts read alike, and what only reads is none', () => {
  const labels = ACTS.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toContain('Revert bid')
  expect(ACTS.map(({ value }) => value)).not.toContain('/admin/user/getAll')
})

import { expect, test } from 'vitest'
import { upiLink } from './upi.ts'

test.each([
  ['ravi.k@ybl', 'upi://pay?pa=ravi.k@ybl&pn=Ravi%20%26%20Sons&am=1200.50&cu=INR&tn=Withdrawal%20115'],
  [
    ' 98290@okhdfcbank ',
    'upi://pay?pa=98290@okhdfcbank&pn=Ravi%20%26%20Sons&am=1200.50&cu=INR&tn=Withdrawal%20115',
  ],
  ['9829041177', null],
  ['', null],
  ['a@b&am=9', null], // nothing is smuggled in
])('%j is paid by %j', (upiId, link) => {
  expect(upiLink({ upiId, name: 'Ravi & Sons', rupees: 1200.5, words: 'Withdrawal 115' })).toBe(link)
})

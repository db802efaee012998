import { expect, test } from 'vitest'
import { assertSuccess, CallFailure, request, sentenceOf } from './call.ts'

test.each([
  // the specification's order: errors, message, error
  [
    { errors: { a: 'A is wrong', b: 'B is wrong' }, message: 'no' },
    'Please fix the following errors: A is wrong || B is wrong',
  ],
  [{ errors: { version: 'Too old' }, message: 'Too old' }, 'Too old'], // no field of a form
  [{ errors: {}, message: 'User not found' }, 'User not found'], // no field is named
  [{ message: '', error: 'Too late' }, 'Too late'], // a message that says nothing
  [{ message: { text: 'x' } }, undefined], // no text
  [{}, undefined],
  [null, undefined], // the answer was no JSON
  ['<html>', undefined],
])('%j is told as %s', (answer, sentence) => {
  expect(sentenceOf(answer)).toBe(sentence)
})

test.each([
  [null, false],
  [200, false], // A proxy's own page.
  [202, true],
  [409, true],
  [502, false],
])('what became of an act that failed with %j is known: %j', (status, isKnown) => {
  expect(new CallFailure('Failed', status).isAnswered).toBe(isKnown)
})

test('only get and post exist', async () => {
  const calling = request('put', '/admin/user/getAll', { headers: {} })
  await expect(calling).rejects.toThrow("Unsupported request type. Use 'get' or 'post'.")
})

test.each([
  [{ status: 'success', data: 1 }, { failed: 'Failed' }, true],
  [{ status: 'ok' }, { failed: 'Failed' }, false],
  [{ success: true }, { failed: 'Failed' }, false], // only notifications answer so
  [{ success: true }, { failed: 'Failed', takesFlag: true }, true],
  [{ success: false }, { failed: 'Failed', takesFlag: true }, false],
  ['success', { failed: 'Failed', takesFlag: true }, false],
] as const)('%j counts as done where %j: %s', (answer, endpoint, isDone) => {
  if (isDone) expect(assertSuccess(answer, endpoint)).toBe(answer)
  else expect(() => assertSuccess(answer, endpoint)).toThrow('Failed')
})

import { expect, test } from 'vitest'
import { request, sentenceOf } from './call.ts'

test.each([
  // the specification's order: errors, message, error
  [
    { errors: { a: 'A is wrong', b: 'B is wrong' }, message: 'no' },
    'Please fix the following errors: A is wrong || B is wrong',
  ],
  [{ errors: {}, message: 'User not found' }, 'User not found'], // no field is named
  [{ message: '', error: 'Too late' }, 'Too late'], // a message that says nothing
  [{ message: { text: 'x' } }, undefined], // no text
  [{}, undefined],
  [null, undefined], // the answer was no JSON
  ['<html>', undefined],
])('%j is told as %s', (answer, sentence) => {
  expect(sentenceOf(answer)).toBe(sentence)
})

test('only get and post exist', async () => {
  const calling = request('put', '/admin/user/getAll', { headers: {} })
  await expect(calling).rejects.toThrow("Unsupported request type. Use 'get' or 'post'.")
})

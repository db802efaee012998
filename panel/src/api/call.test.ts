import { api } from '@munim/contract'
import { expect, test, vi } from 'vitest'
import { assertSuccess, CallFailure, call, request, sentenceOf, unwrap } from './call.ts'

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

test.each([
  // status, Retry-After, after how many milliseconds
  [429, '3', 3000],
  [429, null, 1000], // A proxy names none,
  [429, 'Fri, 27 Nov 2026 10:00:00 GMT', 1000], // or a date,
  [429, '0', 1000],
  [429, '99999999999', 300_000], // which no timer can wait for.
  [500, '2', 2000],
  [500, null, null],
  [409, null, null],
])('a %i with Retry-After %j is asked again after %j', (status, said, ms) => {
  const asked = { path: '/admin/bets', token: '' }
  expect(() => unwrap(asked, status, {}, said)).toThrow(expect.objectContaining({ retryAfterMs: ms }))
})

test.each([
  [api.markets.list, 60_000],
  [api.markets.create, null],
] as const)(
  '%#: what is read fails where nothing answers; what is written may be done yet',
  async (of, ms) => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
      const never = Promise.withResolvers<Response>()
      signal.addEventListener('abort', () => never.reject(signal.reason))
      return never.promise
    })
    const failed = vi.fn()
    void call(of, {} as never).catch(failed)
    await vi.advanceTimersByTimeAsync((ms ?? 3_600_000) - 1)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    if (ms)
      expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'CallFailure', status: null }))
    else expect(failed).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  },
)

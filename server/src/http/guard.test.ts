import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS, openGuard, type Visit } from './guard.ts'
import { placeOf } from './network.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

const visit = (from: string, changes: Partial<Visit> = {}): Visit => ({
  by: 'player',
  account: 'player 1',
  place: placeOf(from),
  device: undefined,
  signal: new AbortController().signal,
  ...changes,
})
const limits = { ...LIMITS, visits: { address: 2, network: 3, account: 1 } }

/** What comes of each visit, one after the other. */
async function said(guard: ReturnType<typeof openGuard>, ...visits: Visit[]): Promise<string[]> {
  const all: string[] = []
  for (const each of visits)
    all.push(await guard.admit(each, async () => 'admitted').catch(({ message }) => message))
  return all
}
const LATER = 'Too many attempts. Try again in 10 seconds.'

test('an address and a network may ask so often in ten seconds, and others go on', async () => {
  const guard = openGuard(limits)
  const [one, other, far] = [visit('203.0.113.1'), visit('203.0.113.2'), visit('198.51.100.1')]
  expect(await said(guard, one, one, one)).toEqual(['admitted', 'admitted', LATER])
  expect(await said(guard, other, far)).toEqual([LATER, 'admitted'])
  vi.advanceTimersByTime(10_000)
  expect(await said(guard, other, one)).toEqual(['admitted', 'admitted'])
})

test('a known device and a known address ask so often for their account, and then as any other', async () => {
  const guard = openGuard(limits)
  const known = visit('203.0.113.1', { device: 'd' })
  guard.know(known)
  const [elsewhere, newPhone] = [visit('203.0.113.2', { device: 'd' }), visit('203.0.113.1')]
  expect(await said(guard, ...Array(4).fill(elsewhere))).toEqual(['admitted', 'admitted', 'admitted', LATER])
  vi.advanceTimersByTime(10_000)
  const codes = await said(guard, ...Array(4).fill(newPhone))
  expect(codes).toEqual(['admitted', 'admitted', 'admitted', LATER]) // One, and two as a stranger.
  const another = visit('198.51.100.1', { device: 'd', account: 'player 2' })
  expect(await said(guard, another, another, another)).toEqual(['admitted', 'admitted', LATER])
})

test('who signs in again and again with devices of one account keeps no other waiting', async () => {
  vi.useRealTimers()
  const guard = openGuard()
  const work = () => new Promise<string>((done) => setTimeout(() => done('admitted'), 10))
  const own = ['a', 'b', 'c', 'd'].map((device) => visit('203.0.113.1', { device }))
  for (const each of own) guard.know(each)
  let isOver = false
  const again = async (each: Visit) => {
    while (!isOver) await guard.admit(each, work).catch(() => new Promise((later) => setTimeout(later, 10)))
  }
  const flood = own.map(again)
  const other = visit('198.51.100.1', { account: 'player 2' })
  expect(await guard.admit(other, work)).toBe('admitted')
  isOver = true
  await Promise.all(flood)
})

test('a stranger waits, longest where the account was tried in vain; a known administrator does not', async () => {
  vi.useRealTimers()
  const guard = openGuard()
  const log: string[] = []
  const come = (name: string, from: string, changes: Partial<Visit>) =>
    guard.admit(visit(from, changes), async () => void log.push(name))
  const [tried, owner] = [{ account: 'player tried' }, { by: 'admin', account: 'admin owner' }] as const
  await guard.admit(visit('203.0.113.1', tried), () => Promise.reject(new Error('Wrong'))).catch(() => {})
  guard.know(visit('203.0.113.2', owner))
  let end = () => {}
  const held = new Promise<void>((done) => {
    end = done
  })
  const busy = Array.from({ length: availableParallelism() }, (_, nth) =>
    guard.admit(visit(`198.51.100.${nth}`, { account: `busy ${nth}` }), () => held),
  )
  const all = [
    come('tried', '203.0.113.3', tried),
    come('player', '203.0.113.4', { account: 'player 2' }),
    come('stranger', '203.0.113.5', owner),
    come('owner', '203.0.113.2', owner),
  ]
  await pause(50)
  expect(log).toEqual(['owner'])
  end()
  await Promise.all([...busy, ...all])
  expect(log.indexOf('player')).toBeLessThan(log.indexOf('tried'))
})

test('what is refused for a time is refused without a turn until then, there only', async () => {
  const guard = openGuard()
  const one = visit('203.0.113.1')
  expect(guard.refuse(one, 1800).message).toBe('Too many attempts. Try again in 30 minutes.')
  const others = [visit('203.0.113.2'), visit('203.0.113.1', { account: 'player 2' })]
  vi.advanceTimersByTime(1_799_000)
  expect(await said(guard, one, ...others)).toEqual([
    'Too many attempts. Try again in 1 second.',
    'admitted',
    'admitted',
  ])
  vi.advanceTimersByTime(1_000)
  expect(await said(guard, one)).toEqual(['admitted'])
  // Also who waited for the turn of the one that is refused.
  const refused = guard.admit(one, () => Promise.reject(guard.refuse(one, 120)))
  const after = guard.admit(one, async () => 'admitted')
  const message = 'Too many attempts. Try again in 2 minutes.'
  expect(await Promise.allSettled([refused, after])).toMatchObject([
    { reason: { message } },
    { reason: { message } },
  ])
})

import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTurns, type Waiter } from './turns.ts'

const never = new AbortController().signal
const sizes = { width: { first: 1, others: 1 }, waitingAtMost: 3, waitingMs: 600_000 }

/** Turns that one at a time are ended by hand; `log` says who had theirs, and who was refused. */
function byHand() {
  const turns = openTurns(sizes)
  const log: string[] = []
  const ends: (() => void)[] = []
  const come = (name: string, changes: Partial<Waiter> = {}) => {
    const waiter = {
      lane: 'player' as const,
      account: name,
      address: name,
      rank: 0,
      signal: never,
      ...changes,
    }
    const work = () => {
      log.push(name)
      return new Promise<void>((done) => void ends.push(done))
    }
    void turns.take(waiter, work).catch(({ message }) => log.push(`${name}: ${message}`))
  }
  /** Ends each turn that has begun, and those that follow. */
  const finish = async () => {
    for (let quiet = 0; quiet < 5; quiet++) {
      await setImmediate()
      for (const end of ends.splice(0)) end()
    }
    return log
  }
  return { come, finish, log }
}

const BUSY = 'Munim is busy at the moment. Nothing was changed; please try again.'

test('the smaller rank goes first, and addresses take turns', async () => {
  const { come, finish } = byHand()
  come('under way')
  come('flood 1', { address: 'flood' })
  come('flood 2', { address: 'flood' })
  come('other')
  expect(await finish()).toEqual(['under way', 'flood 1', 'other', 'flood 2'])
  come('under way')
  come('stranger', { rank: 2 })
  come('known', { rank: 1 })
  expect((await finish()).slice(4)).toEqual(['under way', 'known', 'stranger'])
})

test('who comes last of the worst is refused where too many wait, and another lane has room', async () => {
  const { come, finish } = byHand()
  come('under way')
  for (const nth of [1, 2, 3]) come(`new ${nth}`, { lane: 'new' })
  come('new 4', { lane: 'new' })
  come('new and better', { lane: 'new', rank: -1 })
  come('player')
  expect(await finish()).toEqual([
    'under way',
    `new 4: ${BUSY}`,
    `new 3: ${BUSY}`,
    'new and better',
    'player',
    'new 1',
    'new 2',
  ])
})

test('the first lane waits for nobody, and while it works nobody else begins', async () => {
  const { come, finish, log } = byHand()
  come('player 1')
  come('player 2')
  for (const name of ['owner', 'another']) come(name, { lane: 'first' })
  await setImmediate()
  expect(log).toEqual(['player 1', 'owner'])
  expect(await finish()).toEqual(['player 1', 'owner', 'another', 'player 2'])
})

test('of one account one has its turn at a time, and others go on', async () => {
  const turns = openTurns({ ...sizes, width: { first: 1, others: 2 } })
  const log: string[] = []
  const ends: (() => void)[] = []
  const come = (account: string, name: string) =>
    void turns.take({ lane: 'player', account, address: name, rank: 0, signal: never }, () => {
      log.push(name)
      return new Promise<void>((done) => void ends.push(done))
    })
  come('asha', 'asha 1')
  come('asha', 'asha 2')
  come('ravi', 'ravi 1')
  await setImmediate()
  expect(log).toEqual(['asha 1', 'ravi 1'])
  ends[0]!()
  await setImmediate()
  expect(log).toEqual(['asha 1', 'ravi 1', 'asha 2'])
})

test('who has gone does not wait on', async () => {
  const { come, finish } = byHand()
  const gone = new AbortController()
  come('under way')
  come('gone', { signal: gone.signal })
  gone.abort()
  come('gone before', { signal: gone.signal })
  expect(await finish()).toEqual(['under way', `gone: ${BUSY}`, `gone before: ${BUSY}`])
})

test('once the first lane is done, as many begin as there is room for', async () => {
  const turns = openTurns({ ...sizes, width: { first: 1, others: 2 } })
  const log: string[] = []
  let end = () => {}
  const come = (name: string, lane: Waiter['lane']) =>
    void turns.take({ lane, account: name, address: name, rank: 0, signal: never }, () => {
      log.push(name)
      return new Promise<void>((done) => {
        end = done
      })
    })
  come('owner', 'first')
  come('asha', 'player')
  come('ravi', 'player')
  await setImmediate()
  expect(log).toEqual(['owner'])
  end()
  await setImmediate()
  expect(log).toEqual(['owner', 'asha', 'ravi'])
})

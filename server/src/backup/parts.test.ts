import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEarlier, type PartFile, takeOver, writeMarks } from './parts.ts'
import { readThrough } from './written.ts'

const whose = { database: 'a', recipients: [] }
const earlierThan = (name: string, of: typeof whose = whose) =>
  findEarlier(join(folder, name), of, new Date('2026-11-30'))
const markOf = (part: string) => `mark of ${part}`
let folder: string
const fileOf = (backup: string, name: string) => join(folder, backup, 'tables', 'bids', `${name}.copy.gz`)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'munim-parts-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A finished backup with a file for each of these parts of bids. */
async function backup(name: string, madeAt: string, { parts = ['1'], database = 'a' } = {}): Promise<void> {
  await mkdir(join(folder, name, 'tables', 'bids'), { recursive: true })
  const files = new Map<string, PartFile>()
  for (const part of parts) {
    await writeFile(fileOf(name, part), `rows of ${part}`)
    const written = await readThrough(fileOf(name, part))
    files.set(`bids/${part}`, { ...written, mark: markOf(part), readAt: madeAt })
  }
  await writeMarks(join(folder, name), { database, madeAt, recipients: [] }, files)
  await writeFile(join(folder, name, 'backup.json'), '{}')
}

const takingOf = (part: string) => ({
  name: `bids/${part}`,
  mark: markOf(part),
  place: `tables/bids/${part}.copy.gz`,
})

/** What becomes of a part in the next backup. */
async function take(name: string) {
  const earlier = (await earlierThan('next'))!
  const to = fileOf('next', name)
  return { took: await takeOver(earlier, { ...takingOf(name), to, madeAt: '2026-11-30' }), to }
}

test('the newest backup of the same database is taken, whatever lies beside it', async () => {
  await backup('1', '2026-11-20')
  await backup('2', '2026-11-21')
  await backup('3', '2026-11-22', { database: 'another' })
  await backup('4', '2027-11-22') // By a clock that was ahead.
  const shapes = ['null', '[]', '"text"', '{', '{"madeAt":"2026-11-29","recipients":[],"database":"a"}']
  shapes.push('{"madeAt":1,"recipients":null,"database":"a","parts":{}}')
  shapes.push('{"madeAt":"2026-11-29","recipients":[],"database":"a","parts":{"bids/1":["mark",7]}}')
  shapes.push('{"madeAt":"2026-11-29","recipients":[],"parts":{"bids/1":["mark",7]}}') // Of a release before.
  for (const [nth, text] of shapes.entries()) {
    await backup(`other-${nth}`, '2026-11-23')
    await writeFile(join(folder, `other-${nth}`, 'parts.json'), text)
  }
  expect((await earlierThan('next'))?.folder).toBe(join(folder, '2'))
  expect(await earlierThan('next', { ...whose, database: 'a third' })).toBeUndefined()
})

test('a part that is the same is a link to the same file, and one that changed is none', async () => {
  await backup('1', '2026-11-20', { parts: ['1', '2'] })
  const { took, to } = await take('2')
  expect(took).toMatchObject({ mark: 'mark of 2', readAt: '2026-11-20' })
  expect((await stat(to)).ino).toBe((await stat(fileOf('1', '2'))).ino)
  expect((await take('3')).took).toBeUndefined()
})

test('a part that can be neither linked nor copied is one to save anew, and leaves nothing there', async () => {
  await backup('1', '2026-11-20', { parts: ['1', '2'] })
  await rm(fileOf('1', '2'))
  await mkdir(fileOf('1', '2'))
  const marks = JSON.parse(await readFile(join(folder, '1', 'parts.json'), 'utf8'))
  marks.parts['bids/2'][1] = (await stat(fileOf('1', '2'))).size
  await writeFile(join(folder, '1', 'parts.json'), JSON.stringify(marks))
  const { took } = await take('2')
  expect(took).toEqual({ fault: expect.stringMatching(/2\.copy\.gz can't be taken over \(EISDIR/) })
  expect(await readdir(join(folder, 'next', 'tables', 'bids'))).toEqual([])
})

test('a part that was damaged as long as it was is found within thirty backups, whichever it is', async () => {
  const parts = Array.from({ length: 61 }, (_, nth) => `${nth + 100}`)
  await backup('0', '2026-10-01', { parts })
  for (const part of parts) {
    const bytes = await readFile(fileOf('0', part))
    bytes[0]! ^= 1
    await writeFile(fileOf('0', part), bytes)
  }
  const found: string[] = []
  for (let nth = 1; nth <= 30; nth++) {
    const earlier = (await earlierThan(`${nth}`))!
    const madeAt = `2026-10-${String(nth + 1).padStart(2, '0')}`
    const files = new Map<string, PartFile>()
    await mkdir(join(folder, `${nth}`, 'tables', 'bids'), { recursive: true })
    const before = found.length
    for (const name of parts) {
      const to = fileOf(`${nth}`, name)
      const took = (await takeOver(earlier, { ...takingOf(name), to, madeAt }))!
      if ('fault' in took) {
        expect(took.fault).toBe(`${fileOf(`${nth - 1}`, name)} is not as it was written`)
        found.push(name)
        await writeFile(to, `rows of ${name}`)
        files.set(`bids/${name}`, { ...(await readThrough(to)), mark: markOf(name), readAt: madeAt })
      } else files.set(`bids/${name}`, took)
    }
    expect(found.length - before).toBeLessThanOrEqual(3)
    await writeMarks(join(folder, `${nth}`), { ...whose, madeAt }, files)
    await copyFile(join(folder, '0', 'backup.json'), join(folder, `${nth}`, 'backup.json'))
  }
  expect(found.sort()).toEqual(parts)
})

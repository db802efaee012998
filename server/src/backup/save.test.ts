import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { saveFiles, type Writing } from './save.ts'
import { unchanged } from './seal.ts'

const place = await mkdtemp(join(tmpdir(), 'munim-save-'))
afterAll(() => rm(place, { recursive: true, force: true }))

test('an upload that was being written the first time is whole after the second, and no half of one is saved', async () => {
  const dataDir = join(place, 'data')
  const apk = join(dataDir, 'uploads', 'app.apk')
  const writing: Writing = {
    folder: join(place, 'backup'),
    ending: '',
    seal: unchanged,
    files: new Map(),
    earlier: undefined,
    faults: [],
  }
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  await writeFile(join(dataDir, 'uploads', 'qr.webp'), 'as it is')
  await writeFile(apk, 'half of')
  await writeFile(`${apk}.00000000-0000-4000-8000-000000000000`, 'half of another')
  const before = await saveFiles(dataDir, writing)
  await writeFile(apk, 'half of it, and the rest')
  const after = await saveFiles(dataDir, writing, before)

  expect(await readFile(join(writing.folder, 'uploads', 'app.apk'), 'utf8')).toBe('half of it, and the rest')
  expect(after.get('uploads/app.apk')!.bytes).toBe(24)
  expect(after.get('uploads/qr.webp')).toEqual(before.get('uploads/qr.webp'))
  expect([...writing.files.values()].sort()).toEqual([24, 8])
})

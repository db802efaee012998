/** Uploaded files in an S3-compatible store: kept there, shown from there, and gone from there with what failed. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { afterAll, expect, test } from 'vitest'
import { startObjectStore } from '../support/object-store.ts'
import { backOffice } from '../support/office.ts'
import { APK, PNG } from '../support/upload-files.ts'

const store = await startObjectStore()
const office = await backOffice({ bucket: store.bucket, logLevel: 'silent' })
afterAll(() => store.close())

async function upload({ path }: { path: string }, field: string, content: Buffer, fields: object = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, new Blob([new Uint8Array(content)]), `file.${field === 'app' ? 'apk' : 'png'}`)
  const headers = { authorization: office.admin.token }
  const said = await fetch(office.host + path, { method: 'POST', headers, body: form })
  return {
    code: said.status,
    ...((await said.json()) as { message?: string; data: Record<string, unknown> }),
  }
}

const shown = async (path: string) => {
  const said = await fetch(office.host + path)
  return {
    code: said.status,
    type: said.headers.get('content-type'),
    bytes: Buffer.from(await said.arrayBuffer()),
  }
}

test('the app goes into the store as it came and is shown from there; nothing is kept on disk', async () => {
  const said = await upload(api.settings.uploadApp, 'app', APK, { app_version: '1.0' })
  expect(said).toMatchObject({ code: 200 })
  const path = said.data.app_link as string
  expect(store.objects.get(path.replace('/uploads/', ''))?.bytes).toEqual(APK)
  expect(await shown(path)).toEqual({
    code: 200,
    type: 'application/vnd.android.package-archive',
    bytes: APK,
  })
  expect(readdirSync(join(office.app.waitingFolder, '..'))).not.toContain('uploads')
  await expect.poll(() => readdirSync(office.app.waitingFolder)).toEqual([])
})

test('a banner comes into the store, and goes from it when it is deleted', async () => {
  const said = await upload(api.banners.create, api.banners.create.upload!.field, PNG, { isActive: 'true' })
  const { id, imageUrl } = said.data as unknown as { id: number; imageUrl: string }
  expect(store.objects.get(imageUrl.replace('/uploads/', ''))?.type).toBe('image/webp')
  expect((await shown(imageUrl)).code).toBe(200)
  expect(await office.call(api.banners.remove, { id })).toMatchObject({ code: 200 })
  await expect.poll(() => store.objects.has(imageUrl.replace('/uploads/', ''))).toBe(false)
  expect((await shown(imageUrl)).code).toBe(404)
})

test('a version that is refused after its file was received leaves nothing in the store', async () => {
  const before = store.objects.size
  expect(await upload(api.settings.uploadApp, 'app', APK, { app_version: '0.9' })).toMatchObject({
    code: 400,
  })
  expect(store.objects.size).toBe(before)
})

test('when the store refuses the upload fails in its own words, and the settings stay', async () => {
  const before = await office.fingerprint({ withAudit: true })
  store.failWith(403)
  const said = await upload(api.settings.updateQr, 'image', PNG)
  store.failWith(undefined)
  expect(said).toMatchObject({ code: 500, message: 'Failed to update QR code' })
  expect(await office.fingerprint({ withAudit: true })).toBe(before)
})

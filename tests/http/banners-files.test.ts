/** Hostile files for banners: what is no picture is refused, what is one is kept as we encode it, and nothing else stays. */
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { api } from '@munim/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backOffice } from '../support/office.ts'
import { GIF_AND_SCRIPT, PNG, pngOf, ZIP_BOMB } from '../support/upload-files.ts'

const office = await backOffice()
const { waitingFolder } = office.app
const uploads = join(waitingFolder, '..', 'uploads', 'banners')

const formOf = (content: Buffer, name: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('image', new Blob([new Uint8Array(content)], { type: 'image/png' }), name)
  return form
}
async function send(endpoint: { path: string }, form: FormData) {
  const { code, text } = await office.send(endpoint.path, form, { as: office.admin })
  return { code, ...JSON.parse(text) }
}
const create = (content: Buffer, name = 'banner.png') => send(api.banners.create, formOf(content, name))
const namesIn = (folder: string) => readdirSync(folder)
/** Files go once the answer is on its way. */
const nothingWaits = () => expect.poll(() => namesIn(waitingFolder)).toEqual([])
const stored = () => namesIn(uploads).sort()
const pathOf = (imageUrl: string) => join(uploads, imageUrl.split('/').at(-1)!)
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#9b2328',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })

const UNREADABLE = 'This file is not an image that can be read'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const xxe = `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg.replace('alert(1)', '&e;')}`

await create(PNG) // The folder of banners is there from here on.

test.each([
  ['a script', Buffer.from('<script>alert(1)</script>')],
  ['a page', Buffer.from('<!doctype html><html><body onload="alert(1)">')],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF')],
  ['an archive', ZIP_BOMB],
  ['an SVG with a script', Buffer.from(svg)],
  ['an SVG that asks for a file of ours', Buffer.from(xxe)],
  ['a GIF that is a script', GIF_AND_SCRIPT],
  ['a picture that ends early', PNG.subarray(0, 40)],
  ['the head of a picture alone', PNG.subarray(0, 8)],
  ['a picture of 50,000 × 50,000', pngOf(50_000, 50_000)],
  ['a picture without height', pngOf(10, 0)],
  ['zeros', Buffer.alloc(100_000)],
])('%s is no banner, and nothing of it stays', async (_name, content) => {
  const before = [await office.fingerprint(), stored()]
  expect(await create(content)).toMatchObject({ code: 400, message: UNREADABLE })
  expect([await office.fingerprint(), stored()]).toEqual(before)
  await nothingWaits()
})

test('a bomb of some kilobytes is refused', async () => {
  const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(300_000) // 147 MB of pixels
  expect(await create(bomb)).toMatchObject({ code: 400, message: UNREADABLE })
})

test('a picture with a program behind it is kept without the program', async () => {
  const program = '<?php system($_GET["c"]) ?><script>alert(document.cookie)</script>'
  const { code, data } = await create(Buffer.concat([PNG, Buffer.from(program)]), 'shell.php')
  expect(code).toBe(200)
  expect(data.imageUrl).toMatch(/^\/uploads\/banners\/[0-9a-f-]{36}\.webp$/)
  const bytes = readFileSync(pathOf(data.imageUrl))
  expect(bytes.includes('php')).toBe(false)
  expect(bytes.includes('script')).toBe(false)
})

test('what a camera wrote into a photo, such as where it was taken, is not kept', async () => {
  const photo = await noise(60, 40)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Asha of Dadar' }, IFD3: { GPSLatitude: '19/1 1/1 0/1' } })
    .toBuffer()
  const { data } = await create(photo, 'photo.jpg')
  const { exif, format } = await sharp(pathOf(data.imageUrl)).metadata()
  expect({ exif, format }).toEqual({ exif: undefined, format: 'webp' })
})

test('a huge photo is kept small, turned upright, and keeps its shape', async () => {
  const photo = await noise(4000, 1000).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { data } = await create(photo, 'photo.jpg')
  const { width, height } = await sharp(pathOf(data.imageUrl)).metadata()
  expect({ width, height }).toEqual({ width: 400, height: 1600 })
})

test.each([
  '../../../etc/passwd',
  '..\\..\\evil.png',
  'x\0.png',
  '.htaccess',
  'CON',
  `${'x'.repeat(300)}.png`,
  'रंग.png',
])('the name %j is not believed: the file gets one of ours', async (name) => {
  const { code, data } = await create(PNG, name)
  expect(code).toBe(200)
  expect(data.imageUrl).toMatch(/^\/uploads\/banners\/[0-9a-f-]{36}\.webp$/)
})

test('the same picture gets another name each time', async () => {
  const urls = [(await create(PNG)).data.imageUrl, (await create(PNG)).data.imageUrl]
  expect(new Set(urls).size).toBe(2)
})

test('a picture is served as what it is and may be kept for ever, since its name never comes again', async () => {
  const { data } = await create(PNG)
  const { code, headers } = await office.send(data.imageUrl, undefined, { method: 'GET' })
  expect(code).toBe(200)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-disposition')).toBe('inline')
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  const gone = await office.send('/uploads/banners/00000000-0000-4000-8000-000000000000.webp', undefined, {
    method: 'GET',
  })
  expect(gone.code).toBe(404)
  expect(gone.headers.get('cache-control') ?? '').not.toContain('immutable')
})

test('what a new picture replaces is gone from the disk, and what a refused one would have replaced stays', async () => {
  const { data: banner } = await create(PNG)
  const before = stored()
  const change = (content: Buffer) =>
    send(api.banners.update, formOf(content, 'new.png', { id: String(banner.id) }))
  expect(await change(Buffer.from(svg))).toMatchObject({ code: 400, message: UNREADABLE })
  expect(stored()).toEqual(before)
  const { data: changed } = await change(PNG)
  const now = stored()
  expect(now).toHaveLength(before.length)
  expect(now).not.toContain(banner.imageUrl.split('/').at(-1))
  expect(now).toContain(changed.imageUrl.split('/').at(-1))
})

test('a file larger than ten megabytes is refused, and nothing of it stays', async () => {
  const before = stored()
  const large = await create(Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]))
  expect(large).toMatchObject({ code: 413, message: 'The file is too large' })
  expect(stored()).toEqual(before)
  await nothingWaits()
})

test('two files in one form are refused, and neither stays', async () => {
  const before = stored()
  const form = formOf(PNG, 'one.png')
  form.append('image', new Blob([new Uint8Array(PNG)]), 'two.png')
  expect(await send(api.banners.create, form)).toMatchObject({ code: 400 })
  expect(stored()).toEqual(before)
  await nothingWaits()
})

test('a connection that is cut in the middle of the picture leaves nothing', async () => {
  const before = [await office.fingerprint(), stored()]
  const { hostname, port } = new URL(office.host)
  const socket = connect(Number(port), hostname)
  const head = [
    `POST ${api.banners.create.path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${office.admin.token}`,
    'Content-Type: multipart/form-data; boundary=cut',
    'Content-Length: 900000',
    '',
    '--cut',
    'Content-Disposition: form-data; name="image"; filename="a.png"',
    'Content-Type: image/png',
    '',
    '',
  ].join('\r\n')
  socket.write(Buffer.concat([Buffer.from(head), PNG, Buffer.alloc(200_000)]))
  await expect.poll(() => namesIn(waitingFolder)).not.toEqual([])
  socket.destroy()
  await nothingWaits()
  expect([await office.fingerprint(), stored()]).toEqual(before)
})

test('nobody but an administrator sends a banner', async () => {
  const asha = await office.user('Asha')
  const before = stored()
  for (const as of [asha, 'nobody'] as const) {
    const { code } = await office.send(api.banners.create.path, formOf(PNG, 'a.png'), { as })
    expect(code).toBe(401)
  }
  expect(stored()).toEqual(before)
  await nothingWaits()
})

/** Files cannot hurt: whatever is sent, what is kept is a picture encoded by us or a checked app, and nothing else stays on the disk. */
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { api } from '@munim/contract'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { backOffice } from '../support/office.ts'
import { APK, GIF_AND_SCRIPT, PNG, zipOf } from '../support/upload-files.ts'

const office = await backOffice()
const dataDir = join(office.app.waitingFolder, '..')
const onDisk = () =>
  readdirSync(dataDir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** What is on the disk once nothing waits there: what was received is removed just after the answer. */
async function settled(): Promise<string[]> {
  await expect.poll(() => onDisk().filter((path) => path.startsWith(office.app.waitingFolder))).toEqual([])
  return onDisk()
}

/** A file that is refused leaves neither a file nor a row. */
let before: { files: string[]; rows: string }
beforeEach(async () => {
  before = { files: await settled(), rows: await office.fingerprint({ withAudit: true }) }
})
async function nothingStays(): Promise<void> {
  expect(await settled()).toEqual(before.files)
  expect(await office.fingerprint({ withAudit: true })).toBe(before.rows)
}
const added = async () => (await settled()).filter((path) => !before.files.includes(path))

interface Sent {
  readonly field: string
  readonly content: Buffer
  readonly name?: string
  readonly type?: string
  readonly fields?: Record<string, string>
}

async function upload({ path }: { path: string }, { field, content, name, type, fields = {} }: Sent) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, new Blob([new Uint8Array(content)], { type: type ?? '' }), name ?? 'file')
  const { code, text } = await office.send(path, form, { as: office.admin })
  return { code, ...JSON.parse(text) }
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
const photo = await picture(40, 30)
  .withExif({ IFD0: { Copyright: 'CANARY-EXIF' }, IFD3: { GPSLatitudeRef: 'N' } })
  .jpeg()
  .toBuffer()
/** 61 megapixels in some kilobytes. */
const bomb = await picture(9000, 6800).png({ compressionLevel: 9 }).toBuffer()
/** Says it is 60,000 pixels high and wide. */
const claim = Buffer.from(PNG)
claim.writeUInt32BE(60_000, 16)
claim.writeUInt32BE(60_000, 20)
const script = Buffer.from('<script>CANARY-SCRIPT</script>')

const noPictures: readonly [what: string, content: Buffer, name: string, type: string][] = [
  ['SVG', svg, 'a.svg', 'image/svg+xml'],
  ['SVG that calls itself PNG', svg, 'a.png', 'image/png'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'a.png', 'image/png'],
  ['a GIF that is a script', GIF_AND_SCRIPT, 'a.gif', 'image/gif'],
  ['a script behind the mark of a PNG', Buffer.concat([PNG.subarray(0, 8), script]), 'a.png', 'image/png'],
  ['half a picture', photo.subarray(0, photo.length / 2), 'a.jpg', 'image/jpeg'],
  ['a pixel bomb', bomb, 'a.png', 'image/png'],
  ['a picture that claims 3,600 megapixels', claim, 'a.png', 'image/png'],
  ['a TIFF', await picture(9, 9).tiff().toBuffer(), 'a.png', 'image/png'],
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj'), 'a.png', 'image/png'],
  ['an app', APK, 'a.png', 'image/png'],
  ['bytes of no meaning', Buffer.alloc(5000, 0xa5), 'a.png', 'image/png'],
]

test.each(noPictures)('%s is no picture', async (_what, content, name, type) => {
  const message = 'This file is not an image that can be read'
  for (const [endpoint, field] of [
    [api.settings.updateQr, 'image'],
    [api.banners.create, api.banners.create.upload!.field],
  ] as const) {
    const said = await upload(endpoint, { field, content, name, type })
    expect(said).toMatchObject({ code: 400, message })
  }
  await nothingStays()
})

test.each([
  ['a script behind a picture', Buffer.concat([await picture(30, 30).png().toBuffer(), script])],
  ['an archive behind a picture', Buffer.concat([photo, APK, script])],
  ['where a photo was taken', photo],
])('%s does not come along: what is kept is encoded by us', async (_what, content) => {
  const said = await upload(api.settings.updateQr, { field: 'image', content, name: 'a.png' })
  expect(said.code).toBe(200)
  const [kept, ...more] = await added()
  expect(more).toEqual([])
  const bytes = readFileSync(kept!)
  expect(bytes.toString('latin1')).not.toMatch(/CANARY|script|AndroidManifest/)
  const { format, exif } = await sharp(bytes).metadata()
  expect([format, exif]).toEqual(['png', undefined])
})

test.each([
  '../../../../munim-evil.png',
  '/tmp/munim-evil.png',
  'C:\\Windows\\munim-evil.png',
  '..%2f..%2fmunim-evil.png',
  'x'.repeat(300),
  'a\r\nX-Evil: 1.png',
  '\u202egnp.exe',
  '.',
  '..',
  '',
])('the name %j is never a name on the disk', async (name) => {
  const said = await upload(api.settings.updateQr, { field: 'image', content: PNG, name })
  expect([200, 400]).toContain(said.code)
  const names = (await added()).map((path) => path.slice(dataDir.length + 1))
  expect(names.filter((path) => !/^uploads\/qr\/[0-9a-f-]{36}\.png$/.test(path))).toEqual([])
})

const manifest = { name: 'AndroidManifest.xml', content: '<manifest/>' }
const overwritten = Buffer.from(APK).fill(0, APK.readUInt32LE(APK.length - 6))
const noApps: readonly [what: string, content: Buffer][] = [
  ['text', Buffer.from('hello')],
  ['the mark of an archive and no more', Buffer.from('PK\x03\x04')],
  ['a picture', PNG],
  ['an archive of nothing', zipOf()],
  ['an archive without a manifest', zipOf({ name: 'classes.dex', content: 'dex\n035' })],
  ['a manifest in a folder', zipOf({ name: 'a/AndroidManifest.xml', content: '<manifest/>' })],
  ['a manifest in other letters', zipOf({ name: 'androidmanifest.XML', content: '<manifest/>' })],
  ['two manifests', zipOf(manifest, { name: 'classes.dex', content: 'dex' }, manifest)],
  ['a path out of the folder', zipOf(manifest, { name: '../../evil.so', content: 'x' })],
  ['a path out of a folder inside', zipOf(manifest, { name: 'lib/../../evil.so', content: 'x' })],
  ['a path of Windows out of the folder', zipOf(manifest, { name: '..\\evil.dll', content: 'x' })],
  ['a path from the root', zipOf(manifest, { name: '/etc/cron.d/evil', content: 'x' })],
  ['half an app', APK.subarray(0, APK.length / 2)],
  ['an app without its list', APK.subarray(0, APK.length - 40)],
  ['a script before an app', Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), APK])],
  ['an app whose list is overwritten', overwritten],
]

test.each(noApps)('%s is no app', async (_what, content) => {
  const fields = { app_version: '99.1' }
  const said = await upload(api.settings.uploadApp, { field: 'app', content, name: 'a.apk', fields })
  expect(said).toMatchObject({ code: 400, message: 'This file is not an Android app' })
  await nothingStays()
})

/** Sends bytes as they are; the status, or 0 where the connection ended first. */
function sendBytes(path: string, type: string, body: Readable, headers: object = {}): Promise<number> {
  return new Promise((done) => {
    const { hostname, port } = new URL(office.host)
    const sending = request(
      {
        hostname,
        port,
        path,
        method: 'POST',
        headers: { authorization: office.admin.token, 'content-type': type, ...headers },
      },
      (answer) => {
        answer.resume()
        done(answer.statusCode!)
        sending.destroy()
      },
    )
    sending.on('error', () => done(0))
    body.on('error', () => sending.destroy())
    body.pipe(sending)
  })
}

const part = (name: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
const asFile = (name: string) => part(name, '; filename="a.png"')
const FORM = 'multipart/form-data; boundary=b'
const png = PNG.toString('latin1')

test.each([
  // why it is odd                    type                                  body
  ['no boundary', 'multipart/form-data', `${asFile('image')}${png}\r\n--b--`],
  ['another boundary', 'multipart/form-data; boundary=c', `${asFile('image')}${png}\r\n--b--`],
  ['no end', FORM, `${asFile('image')}${png}`],
  ['nothing', FORM, ''],
  ['an end and nothing else', FORM, '--b--\r\n'],
  ['the file as a text field', FORM, `${part('image')}${png}\r\n--b--`],
  ['two files', FORM, `${asFile('image')}${png}\r\n${asFile('image')}${png}\r\n--b--`],
  [
    'eleven fields',
    FORM,
    `${Array.from({ length: 11 }, (_, n) => `${part(`f${n}`)}x\r\n`).join('')}${asFile('image')}${png}\r\n--b--`,
  ],
  ['a field of 20,000 characters', FORM, `${part('x')}${'x'.repeat(20_000)}\r\n--b--`],
  ['a field called __proto__', FORM, `${part('__proto__')}x\r\n--b--`],
  ['a field without a name', FORM, `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--`],
  ['a head of 100,000 characters', FORM, `--b\r\nX: ${'x'.repeat(100_000)}\r\n\r\nx\r\n--b--`],
  ['JSON instead of a form', 'application/json', '{"image":"data:image/png;base64,AAAA"}'],
  ['an address instead of a file', FORM, `${part('image')}http://169.254.169.254/latest/meta-data/\r\n--b--`],
])('a form with %s is refused and leaves nothing', async (_why, type, body) => {
  const code = await sendBytes(api.settings.updateQr.path, type, Readable.from([Buffer.from(body, 'latin1')]))
  expect([400, 413, 415]).toContain(code)
  await nothingStays()
})

/** A form with so many bytes of a file. */
function* formOf(field: string, bytes: number) {
  yield Buffer.from(part('app_version') + '99.2\r\n' + part(field, '; filename="a.apk"'))
  const chunk = Buffer.alloc(1024 * 1024, 'P')
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
  yield Buffer.from('\r\n--b--\r\n')
}

test('a file above its bound is refused while it comes, and leaves nothing', async () => {
  for (const [endpoint, field] of [
    [api.settings.uploadApp, 'app'],
    [api.settings.updateQr, 'image'],
    [api.banners.create, api.banners.create.upload!.field],
  ] as const) {
    const { mostBytes } = endpoint.upload!
    const body = Readable.from(formOf(field, mostBytes + 20 * 1024 * 1024))
    expect([413, 0]).toContain(await sendBytes(endpoint.path, FORM, body))
  }
  await nothingStays()
})

test('a connection that is cut, anywhere, leaves nothing', async () => {
  for (const chunks of [0, 1, 3, 8]) {
    async function* cut() {
      let left = chunks
      for (const chunk of formOf('app', 100 * 1024 * 1024)) {
        yield chunk
        if (left-- === 0) throw new Error('cut')
      }
    }
    expect(await sendBytes(api.settings.uploadApp.path, FORM, Readable.from(cut()))).toBe(0)
  }
  await nothingStays()
})

test('a stranger’s file is refused before it is received', async () => {
  const body = Readable.from(formOf('app', 200 * 1024 * 1024))
  expect(await sendBytes(api.settings.uploadApp.path, FORM, body, { authorization: 'nobody' })).toBe(401)
  await nothingStays()
})

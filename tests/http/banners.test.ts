/** Banners: pictures that the players' app shows. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { changeBanner } from '../../server/src/banners/queries.ts'
import { sql } from '../../server/src/database/db.ts'
import { backOffice } from '../support/office.ts'
import { GIF_AND_SCRIPT, PNG } from '../support/upload-files.ts'
import { crossing, untilLocked } from '../support/waits.ts'

const office = await backOffice()
const asha = await office.user('Asha')

async function send(
  endpoint: { path: string },
  fields: Record<string, string>,
  image?: Buffer,
  key?: string,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (image) form.append('image', new Blob([new Uint8Array(image)]), 'banner.png')
  const { code, text } = await office.send(endpoint.path, form, { as: office.admin, ...(key && { key }) })
  return { code, ...JSON.parse(text) }
}
const create = (fields: Record<string, string> = {}, image: Buffer | undefined = PNG) =>
  send(api.banners.create, fields, image)
const created = async (fields?: Record<string, string>) => (await create(fields)).data
const list = async (body: object = {}) => (await office.call(api.banners.list, { limit: 100, ...body })).data
const shown = async () => (await office.call(api.player.banners, {}, { as: asha })).data
const get = async (address: string) => (await office.send(address, undefined, { method: 'GET' })).code
const stored = () => readdirSync(join(office.app.waitingFolder, '..', 'uploads', 'banners'))

test('a banner is active unless it is said otherwise, and players see the active ones', async () => {
  const [active, inactive] = [await created(), await created({ isActive: 'false' })]
  expect(active).toMatchObject({
    isActive: true,
    imageUrl: expect.stringMatching(/^\/uploads\/banners\/[0-9a-f-]{36}\.webp$/),
  })
  expect(await get(active.imageUrl)).toBe(200)
  const ids = (await shown()).map(({ id }) => id)
  expect(ids).toContain(active.id)
  expect(ids).not.toContain(inactive.id)
})

test('switching a banner off and on leaves its picture', async () => {
  const { id, imageUrl } = await created()
  expect(await send(api.banners.update, { id: String(id), isActive: 'false' })).toMatchObject({
    code: 200,
    data: { id, imageUrl, isActive: false },
  })
  expect(await send(api.banners.update, { id: String(id), isActive: 'true' })).toMatchObject({
    data: { imageUrl, isActive: true },
  })
  expect(await get(imageUrl)).toBe(200)
})

test('a new picture takes the place of the old one', async () => {
  const { id, imageUrl } = await created({ isActive: 'false' })
  const said = await send(api.banners.update, { id: String(id) }, PNG)
  expect(said).toMatchObject({ code: 200, data: { id, isActive: false } })
  expect(said.data.imageUrl).not.toBe(imageUrl)
  expect(await get(said.data.imageUrl)).toBe(200)
  expect(await get(imageUrl)).toBe(404)
})

test('of two pictures at once the second replaces the first', async () => {
  const { id } = await created()
  const path = '/uploads/banners/first.webp'
  const said = await crossing(
    office.database,
    (db) => changeBanner(db, { id, path, isActive: undefined }),
    () => send(api.banners.update, { id: String(id) }, PNG),
  )
  expect(said).toMatchObject({ code: 200 })
  const [act] = (await office.call(api.reports.audit, { limit: 1 })).data
  expect(act).toMatchObject({ before: { imageUrl: path }, after: { imageUrl: said.data.imageUrl } })
})

test('a deleted banner is gone with its picture, once', async () => {
  const { id, imageUrl } = await created()
  const remove = (body: object) => office.call(api.banners.remove.path, body)
  expect(await remove({ id })).toMatchObject({ code: 200 })
  expect(await get(imageUrl)).toBe(404)
  expect(await remove({ id })).toMatchObject({ code: 404, message: 'Banner not found' })
  expect(await remove({ id: 999_999_999_999_999 })).toMatchObject({ code: 404, message: 'Banner not found' })
  for (const body of [{}, { id: '../../../etc/passwd' }, { id: [1] }]) {
    expect(await remove(body)).toMatchObject({ code: 400, message: 'Banner ID is missing' })
  }
})

test.each([
  // fields, image                                   sentence
  [{}, undefined, 'Please select an image'],
  [{}, Buffer.alloc(0), 'Please select an image'],
  [{}, Buffer.from('hello'), 'This file is not an image that can be read'],
  [{}, GIF_AND_SCRIPT, 'This file is not an image that can be read'],
  [{ isActive: 'yes' }, PNG, "isActive must be 'true' or 'false'"],
  [{ isActive: '' }, PNG, "isActive must be 'true' or 'false'"],
  [{ isActive: '1' }, PNG, "isActive must be 'true' or 'false'"],
])('a banner of %j is refused and leaves no file: case %#', async (fields, image, message) => {
  const before = [await office.fingerprint(), stored()]
  expect(await send(api.banners.create, fields as Record<string, string>, image)).toMatchObject({
    code: 400,
    message,
  })
  expect([await office.fingerprint(), stored()]).toEqual(before)
})

test('changing a banner that is not there stores nothing', async () => {
  const before = stored()
  expect(await send(api.banners.update, { id: '987654' }, PNG)).toMatchObject({
    code: 404,
    message: 'Banner not found',
  })
  expect(await send(api.banners.update, { isActive: 'true' }, PNG)).toMatchObject({
    code: 400,
    message: 'Banner ID is missing',
  })
  expect(stored()).toEqual(before)
})

test('a repeated key makes one banner and keeps one picture', async () => {
  const before = stored().length
  const repeated = () => send(api.banners.create, {}, PNG, 'upload')
  const { sending } = await office.owner.transaction(async (db) => {
    await db.run(sql`lock table banners in exclusive mode`)
    const sending = [repeated(), repeated()]
    await untilLocked(office.database, 2)
    return { sending }
  })
  const [one, beside] = await Promise.all(sending)
  expect([beside, await repeated()]).toEqual([one, one])
  expect(stored()).toHaveLength(before + 1)
  expect(await get(one.data.imageUrl)).toBe(200)
})

test('the list is filtered by state, has pages, and its cards count everything', async () => {
  const { stats } = await list()
  expect(stats.total).toBe(stats.active + stats.inactive)
  expect((await list({ isActive: true })).pagination.totalItems).toBe(stats.active)
  expect((await list({ isActive: false })).banners.every(({ isActive }) => !isActive)).toBe(true)
  expect(await list({ page: 1000, limit: 2 })).toMatchObject({
    banners: [],
    pagination: { totalItems: stats.total, itemsPerPage: 2 },
  })
  for (const body of [{ isActive: 'true' }, { limit: 101 }, { page: 0 }]) {
    expect(await office.call(api.banners.list.path, body)).toMatchObject({ code: 400 })
  }
  await office.database.run(sql`
    insert into banners (image_path, is_active, created_at, updated_at)
    select '/uploads/banners/' || n, true, at, at from generate_series(1, 51) n, (select clock_timestamp() as at) moment`)
  const { banners } = await list({ isActive: true })
  expect(await shown(), 'the newest fifty').toMatchObject(banners.slice(0, 50).map(({ id }) => ({ id })))
})

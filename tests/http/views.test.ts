/** Views of lists: kept by name, one's own alone, with one that the list opens with. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { backOffice } from '../support/office.ts'

const office = await backOffice()

/** Another administrator, who sees what happens and changes nothing. */
const meera = await office.administrator('Meera', 'Auditor')

const views = async (options: object = {}) => (await office.call(api.views.list, {}, options)).data
const save = (name: string, query: string, more: object = {}, options: object = {}) =>
  office.call(api.views.save, { list: 'wallet', name, query, ...more }, options)
const audited = async () =>
  (await office.database.only<{ rows: number }>(sql`select count(*) as rows from audit`)).rows

test('a view is kept by its name, and saved again it is another one under the same', async () => {
  const before = await audited()
  const { data } = await save('Large ones', 'status=pending&order=largest')
  expect(data).toEqual({
    id: expect.any(Number),
    list: 'wallet',
    name: 'Large ones',
    query: 'status=pending&order=largest',
    isDefault: false,
  })
  expect(await save('Large ones', 'status=completed')).toMatchObject({ data: { id: data.id } })
  await save('Large ones', '', { list: 'users' })
  expect((await views()).map(({ list, query }) => [list, query])).toEqual([
    ['users', ''],
    ['wallet', 'status=completed'],
  ])
  expect(await audited()).toBe(before) // how one looks at lists is nobody's business
})

test('a list opens with one view at most, or with none', async () => {
  const [one, two] = [
    (await save('One', 'order=oldest', { isDefault: true })).data,
    (await save('Two', 'order=newest')).data,
  ]
  const other = (await save('Other', '', { list: 'audit', isDefault: true })).data
  const opening = async () => (await views()).filter(({ isDefault }) => isDefault).map(({ id }) => id)
  expect(await opening()).toEqual([other.id, one.id])
  await office.call(api.views.setDefault, { list: 'wallet', id: two.id })
  expect(await opening()).toEqual([other.id, two.id])
  await save('One', 'order=oldest')
  expect(await opening()).toEqual([other.id, two.id])
  expect(await office.call(api.views.setDefault, { list: 'wallet', id: other.id })).toMatchObject({
    code: 404,
    message: 'View not found',
  })
  await office.call(api.views.setDefault, { list: 'wallet', id: null })
  expect(await opening()).toEqual([other.id])
})

test('a view is renamed, not to the name of another', async () => {
  const { id } = (await save('Before', 'status=rejected')).data
  await save('Taken', '')
  expect(await office.call(api.views.rename, { id, name: 'After' })).toMatchObject({
    code: 200,
    data: { id, name: 'After', query: 'status=rejected' },
  })
  expect(await office.call(api.views.rename, { id, name: 'After' })).toMatchObject({ code: 200 })
  expect(await office.call(api.views.rename, { id, name: 'Taken' })).toMatchObject({
    code: 409,
    message: 'Another view has this name',
  })
  await save('Of audit', '', { list: 'audit' })
  expect(await office.call(api.views.rename, { id, name: 'Of audit' })).toMatchObject({ code: 200 })
  await office.call(api.views.remove, { id })
  expect((await views()).map((view) => view.id)).not.toContain(id)
})

test('views are listed by their names, whatever their case', async () => {
  const as = await office.administrator('Reena', 'Auditor')
  for (const name of ['bravo', 'Charlie', 'Alpha']) await save(name, '', {}, { as })
  expect((await views({ as })).map(({ name }) => name)).toEqual(['Alpha', 'bravo', 'Charlie'])
})

test("nobody reads or changes another's views", async () => {
  const as = meera
  const { id } = (await save('Mine', 'status=pending')).data
  expect(await views({ as })).toEqual([])
  expect((await save('Mine', 'status=all', {}, { as })).data.id).not.toBe(id)
  for (const said of [
    await office.call(api.views.rename, { id, name: 'Theirs' }, { as }),
    await office.call(api.views.remove, { id }, { as }),
    await office.call(api.views.setDefault, { list: 'wallet', id }, { as }),
  ])
    expect(said).toMatchObject({ code: 404, message: 'View not found' })
  expect((await views()).find((view) => view.id === id)).toMatchObject({ name: 'Mine', isDefault: false })
})

test.each([
  [{ list: 'wallet', name: ' ', query: '' }, 'Name is required'],
  [{ list: 'push', name: 'A', query: '' }, 'List is missing'],
  [{ list: 'wallet', name: 'A', query: 'page=2' }, 'A view holds no page and no search'],
  [{ list: 'wallet', name: 'A', query: 'search=Asha' }, 'A view holds no page and no search'],
])('the view %j is refused', async (body, sentence) => {
  const said = await office.call(api.views.save.path, body)
  expect(said.code).toBe(400)
  expect(JSON.stringify(said)).toContain(sentence)
})

test('no more than fifty are kept', async () => {
  await office.database.run(sql`
    insert into table_views (admin_id, list, name, query)
    select ${meera.id}, 'audit', 'View ' || n, '' from generate_series(1, 49) n`)
  expect(await save('Mine', '', {}, { as: meera })).toMatchObject({ code: 200 }) // there already
  expect(await save('One more', '', {}, { as: meera })).toMatchObject({
    code: 409,
    message: 'At most 50 views can be kept',
  })
})

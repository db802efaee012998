/** What players write to the house, read and answered by the administrator. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { sql } from '../../server/src/database/db.ts'
import { findFeedback, markFeedback } from '../../server/src/feedbacks/queries.ts'
import { backOffice, type Player } from '../support/office.ts'
import { answeredOrLocked } from '../support/waits.ts'

const office = await backOffice()

const write = (as: Player, feedback: unknown) => office.call(api.player.feedback.path, { feedback }, { as })
const list = async (body: object = {}) =>
  (await office.call(api.feedbacks.list, { limit: 100, ...body })).data
const update = (id: number, body: object) => office.call(api.feedbacks.update.path, { id, ...body })

async function written(text: string, name = 'Asha') {
  const asha = await office.user(name)
  await write(asha, text)
  return { asha, id: (await list()).feedbacks[0]!.id }
}

test('what a player writes is new until it is read, and carries who wrote it', async () => {
  const { asha, id } = await written(' The market opened late ')
  expect((await list()).feedbacks[0]).toMatchObject({
    id,
    feedback: 'The market opened late',
    adminComment: '',
    isReadByAdmin: false,
    User: { id: asha.id, user_name: 'Asha', mobile: asha.mobile },
  })
  const said = await update(id, { isReadByAdmin: true, adminComment: ' We are sorry, and "it" opens now! ' })
  expect(said).toMatchObject({
    code: 200,
    data: { isReadByAdmin: true, adminComment: 'We are sorry, and "it" opens now!' },
  })
  await update(id, { isReadByAdmin: true, adminComment: `We call ${asha.mobile} today` })
  const [act] = (await office.call(api.reports.audit, { act: api.feedbacks.update.path, limit: 1 })).data
  expect(act).toMatchObject({ after: { adminComment: `We call …${asha.mobile.slice(-4)} today` } })
})

test('back to unread keeps the comment, and reading without one keeps it too', async () => {
  const { id } = await written('Twice')
  await update(id, { isReadByAdmin: true, adminComment: 'Looked into it' })
  expect(await update(id, { isReadByAdmin: false })).toMatchObject({
    data: { isReadByAdmin: false, adminComment: 'Looked into it' },
  })
  expect(await update(id, { isReadByAdmin: true, adminComment: '' })).toMatchObject({
    data: { adminComment: 'Looked into it' },
  })
})

test('a response that was given meanwhile is not replaced without a word', async () => {
  const { id } = await written('Two answer')
  const [first, second] = ['We look into it now', 'It was paid yesterday']
  const answer = (adminComment: string, basedOn?: string) =>
    update(id, { isReadByAdmin: true, adminComment, basedOn })
  expect(await answer(first, '')).toMatchObject({ code: 200 })
  const sentence = `Another response was given meanwhile: “${first}”. Send yours again to replace it.`
  expect(await answer(second, '')).toMatchObject({ code: 409, message: sentence })
  expect(await update(id, { isReadByAdmin: true, basedOn: '' })).toMatchObject({ code: 200 }) // It keeps the response.
  expect(await answer(second, first)).toMatchObject({ data: { adminComment: second } })
  expect(await answer(first)).toMatchObject({ data: { adminComment: first } })

  let beside: ReturnType<typeof answer>
  await office.told(async (db) => {
    await findFeedback(db, id)
    beside = answer('Sent beside it', first)
    await answeredOrLocked(office.database, beside)
    await markFeedback(db, { id, isRead: true, comment: second })
  })
  expect(await beside!).toMatchObject({ code: 409 })
})

test.each([
  // body                                                             sentence
  [{ isReadByAdmin: true, adminComment: 'too short' }, 'Comment must be at least 10 characters long'],
  [{ isReadByAdmin: true, adminComment: 'x'.repeat(501) }, 'Comment must not exceed 500 characters'],
  [{ isReadByAdmin: true, adminComment: '<script>alert(1)</script>' }, 'Comment contains invalid characters'],
  [{ isReadByAdmin: true, adminComment: 'mail me @ home please' }, 'Comment contains invalid characters'],
  [{ isReadByAdmin: true, adminComment: 7 }, 'adminComment must be text'],
  [{ isReadByAdmin: 'true' }, 'isReadByAdmin must be true or false'],
  [{ adminComment: 'Looked into it' }, 'isReadByAdmin is required'],
])('an answer of %j is refused and changes nothing: %s', async (body, message) => {
  const { id } = await written('Refused')
  const before = await office.fingerprint()
  expect(await update(id, body)).toMatchObject({ code: 400, message })
  expect(await office.fingerprint()).toBe(before)
})

test('comments of 10 and of 500 characters are taken, in any script', async () => {
  const { id } = await written('Scripts')
  for (const adminComment of ['ten chars!', 'x'.repeat(500), 'हम माफ़ी चाहते हैं, अब ठीक है']) {
    expect(await update(id, { isReadByAdmin: true, adminComment })).toMatchObject({
      code: 200,
      data: { adminComment },
    })
  }
})

test('an answer names what it answers', async () => {
  expect(await office.call(api.feedbacks.update.path, { isReadByAdmin: true })).toMatchObject({
    code: 400,
    message: 'Feedback ID is missing',
  })
  expect(await update(987_654, { isReadByAdmin: true })).toMatchObject({
    code: 404,
    message: 'Feedback not found',
  })
})

test.each([undefined, null, '', '   ', 5, ['x'], 'x'.repeat(1001), 'a\0b'].map((text) => [text]))(
  'a player cannot write %j',
  async (text) => {
    const asha = await office.user('Asha')
    expect(await write(asha, text)).toMatchObject({ code: 400 })
  },
)

test('of one player a hundred are unread at most, also where several come at once', async () => {
  const asha = await office.user('Asha')
  const said = await Promise.all(Array.from({ length: 102 }, (_, nth) => write(asha, `No ${nth + 1}`)))
  expect(said.map(({ code }) => code).toSorted()).toEqual([...Array(100).fill(200), 429, 429])
  const before = await office.fingerprint()
  const message = '100 of your messages are not read yet. You can write again once one is.'
  expect(await write(asha, 'One more')).toMatchObject({ code: 429, message })
  expect(await office.fingerprint()).toBe(before)
  const { rows, id } = await office.database.only<{ rows: number; id: number }>(sql`
    select count(*) as rows, coalesce(min(id), 0) as id from feedbacks where user_id = ${asha.id}`)
  expect(rows).toBe(100)
  expect(await write(await office.user('Ravi'), 'Of another player')).toMatchObject({ code: 200 })
  await update(id, { isReadByAdmin: true })
  expect(await write(asha, 'One more')).toMatchObject({ code: 200 })
})

test('the list is searched and filtered, has pages, and its cards count everything', async () => {
  const { asha, id } = await written('Searchable 100% words', 'Meena_S Kapoor')
  const mobile = `+91 ${asha.mobile.slice(0, 5)} ${asha.mobile.slice(5)}`
  for (const search of ['searchable', '100%', 'meena_s', 'words searchable', 'kapoor', mobile]) {
    expect(
      (await list({ search })).feedbacks.map((each) => each.id),
      search,
    ).toEqual([id])
  }
  expect((await list({ search: '100_' })).feedbacks).toEqual([])
  await update(id, { isReadByAdmin: true })
  const { stats } = await list()
  expect(stats.total).toBe(stats.unread + stats.read)
  expect((await list({ isReadByAdmin: true })).pagination.totalItems).toBe(stats.read)
  expect((await list({ isReadByAdmin: false })).pagination.totalItems).toBe(stats.unread)
  const unread = (await list({ isReadByAdmin: false, limit: 100 })).feedbacks.map((each) => each.id)
  expect(unread).toEqual(unread.toSorted((a, b) => a - b)) // The oldest first.
  const past = await list({ page: 1000, limit: 2 })
  expect(past).toMatchObject({
    feedbacks: [],
    pagination: { currentPage: 1000, totalItems: stats.total, itemsPerPage: 2 },
  })
  for (const body of [{ search: 'x'.repeat(101) }, { isReadByAdmin: 'no' }, { limit: 1e9 }, { page: 0 }]) {
    expect(await office.call(api.feedbacks.list.path, body)).toMatchObject({ code: 400 })
  }
})

test('the words of a deleted player stay, without the person', async () => {
  const { asha, id } = await written('I am leaving', 'Secretive')
  await office.call(api.users.remove, { id: asha.id })
  const kept = (await list()).feedbacks.find((each) => each.id === id)
  expect(kept).toMatchObject({
    feedback: 'I am leaving',
    User: { user_name: `Deleted user #${asha.id}`, mobile: '' },
  })
  expect((await list({ search: 'Secretive' })).feedbacks).toEqual([])
})

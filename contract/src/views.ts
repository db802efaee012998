/** Views: the filters, the order and the columns of a list, kept by an administrator for themselves, by name. */
import { z } from 'zod'
import { endpoint, reads, writes } from './endpoint.ts'
import * as field from './schema.ts'
import type { Screen } from './screens.ts'

/** The lists that can be kept so, each called as the screen that shows it. */
const LISTS_WITH_VIEWS = [
  'users',
  'bets',
  'wallet',
  'reports',
  'audit',
  'feedbacks',
] as const satisfies readonly Screen[]
export type ListWithViews = (typeof LISTS_WITH_VIEWS)[number]
export const isListWithViews = (name: string): name is ListWithViews =>
  (LISTS_WITH_VIEWS as readonly string[]).includes(name)
export const VIEW_NAME_MAX = 40
export const VIEWS_AT_MOST = 50
const QUERY_MAX = 500

const of = z.enum(LISTS_WITH_VIEWS, { error: 'List is missing' })
const id = field.id('View ID is missing')
const viewName = field
  .name(VIEW_NAME_MAX)
  .meta({ description: 'One line; of a list no two of an administrator are called the same' })

const view = field.named('TableView', 'What an administrator kept of a list', {
  id: z.int(),
  list: of,
  name: z.string(),
  query: z.string().describe("The words of the list's address, as in 'status=pending&order=oldest'"),
  isDefault: z.boolean().describe('The list opens with it'),
})

export const list = endpoint({
  ...reads('list'),
  path: '/admin/view/getAll',
  description: "Lists the caller's own views of all lists, by name.",
  answer: z.object({ data: z.array(view) }),
  failed: 'Failed to fetch views',
})

export const save = endpoint({
  ...writes('see', 'entered'),
  path: '/admin/view/save',
  description:
    'Keeps a view of a list for the caller alone; one of the same name is replaced. What is searched for is no part of ' +
    'it, and no page.',
  isUnaudited: true,
  body: z.object({
    list: of,
    name: viewName,
    query: field.text(QUERY_MAX).refine((query) => {
      const words = new URLSearchParams(query)
      return !words.has('page') && !words.has('search')
    }, 'A view holds no page and no search'),
    isDefault: field.flag.default(false).describe('The list opens with it'),
  }),
  answer: z.object({ data: view }),
  failed: 'Failed to save the view',
  refusals: [409],
})

export const rename = endpoint({
  ...writes('see', 'entered'),
  path: '/admin/view/rename',
  description: "Renames one of the caller's views.",
  isUnaudited: true,
  body: z.object({ id, name: viewName }),
  answer: z.object({ data: view }),
  failed: 'Failed to rename the view',
  refusals: [404, 409],
})

export const setDefault = endpoint({
  ...writes('see', 'entered'),
  path: '/admin/view/setDefault',
  description: 'Says with which of the views of the caller a list opens; with none where `id` is null.',
  isUnaudited: true,
  body: z.object({ list: of, id: id.nullable() }),
  failed: 'Failed to save the view',
  refusals: [404],
})

export const remove = endpoint({
  ...writes('see', 'entered'),
  path: '/admin/view/delete',
  description: "Deletes one of the caller's views.",
  isUnaudited: true,
  body: z.object({ id }),
  failed: 'Failed to delete the view',
  refusals: [404],
})

/** Banners in the player's app (specification 2 §2, §5, §7). Images are decoded and encoded again by the server. */
import { z } from 'zod'
import { dataOf, endpoint, reads, writes } from './endpoint.ts'
import { pagination } from './feedbacks.ts'
import * as field from './schema.ts'

const banner = field.named('Banner', "A picture in the player's app; `imageUrl` is below /uploads", {
  id: z.int(),
  imageUrl: z.string(),
  isActive: z.boolean(),
  createdAt: field.instant,
})
const bannerId = field.id('Banner ID is missing')
const upload = { field: 'image', mostBytes: 10 * 1024 * 1024 }

/** A flag among the text fields of a multipart call. */
const flagText = z
  .enum(['true', 'false'], { error: "isActive must be 'true' or 'false'" })
  .transform((text) => text === 'true')

export const list = endpoint({
  ...reads('list'),
  path: '/admin/banners/getBanners',
  description: 'Lists the banners of the player app, with how many are shown and hidden.',
  body: field.page.extend({ isActive: field.filter(field.flag) }),
  answer: dataOf({
    banners: z.array(banner),
    pagination,
    stats: z.object({ total: z.int(), active: z.int(), inactive: z.int() }),
  }),
  failed: 'Failed to fetch banners. Please try again.',
})

export const create = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/banners/createBanner',
  description:
    'Adds a banner. The image is decoded and encoded again by the server; without `isActive` it is shown at once.',
  upload,
  body: z.object({ isActive: flagText.optional() }),
  answer: z.object({ data: banner }),
  failed: 'Failed to create/update banner',
})

export const update = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/banners/updateBanner',
  description: "Changes a banner's image, whether it is shown, or both. What is not sent stays.",
  upload: { ...upload, isOptional: true },
  body: z.object({ id: bannerId, isActive: flagText.optional() }),
  answer: z.object({ data: banner }),
  failed: 'Failed to create/update banner',
  refusals: [404],
})

export const remove = endpoint({
  ...writes('messages', 'entered'),
  path: '/admin/banners/deleteBanner',
  description: 'Deletes a banner and its image.',
  body: z.object({ id: bannerId }),
  failed: 'Failed to delete banner',
  refusals: [404],
})

/** Security: which acts of an administrator wait for a second person. Beside the specification. */
import { z } from 'zod'
import { endpoint, reads, writes } from './endpoint.ts'
import { AMOUNT_NAMES, type Amount, SWITCH_NAMES, type Switch } from './limits.ts'
import * as field from './schema.ts'

const MOST = 1_000_000_000
const each = <Name extends string, S extends z.ZodType>(names: readonly Name[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>

const limits = {
  ...each<Amount, z.ZodType<number | null>>(
    AMOUNT_NAMES,
    z
      .int('A limit is a whole number of rupees')
      .min(0)
      .max(MOST)
      .nullable()
      .describe('Rupees that one administrator may move in a day without a second person; null: no limit'),
  ),
  ...each<Switch, z.ZodType<boolean>>(SWITCH_NAMES, z.boolean()),
  hours: z.int().min(1).max(168).describe('After so many hours an act that waits is over'),
}

const security = field.named('Security', 'Above which limits an act waits for a second person', {
  ...limits,
  administrators: z
    .int()
    .describe('Active ones, and those who were within a day: of one alone nothing waits'),
})

export const get = endpoint({
  ...reads('list', 'administrators'),
  path: '/admin/security/getLimits',
  description: 'Shows above which limits acts of administrators wait for a second person.',
  answer: z.object({ data: security }),
  failed: 'Failed to fetch the limits',
})

export const update = endpoint({
  ...writes('administrators', 'fresh', ['guards']),
  path: '/admin/security/updateLimits',
  description:
    'Writes the limits that are sent. While one is set, and there are several administrators, this waits ' +
    'for a second person itself. With `basedOn`, limits as they were read, it is refused where one is another by now.',
  body: z
    .object({ ...limits, basedOn: z.object(limits).partial() })
    .partial()
    .refine(({ basedOn: _, ...sent }) => Object.keys(sent).length > 0, 'There is no limit to change'),
  answer: z.object({ data: security }),
  failed: 'Failed to update the limits',
  refusals: [409],
})

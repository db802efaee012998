/** An act that waits for a second person: its name, and what it would change, in words. */
import { type Answer, type api, t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { fieldInWords } from '../../game/field-labels.ts'
import { valueInWords } from '../../game/field-words.ts'
import { pageOfRecord } from '../../game/record-links.tsx'
import { dayOf } from '../../widgets/when.tsx'

export type Act = Answer<typeof api.acts.list>['data'][number]

/** What it is about, and the way there; null where its name says it all. */
interface Subject {
  readonly name: string
  readonly to: Address | null
  readonly search?: { readonly date: string }
}

export function subjectOf({ thing, thing_id, subject }: Act): Subject | null {
  const [id = '', day] = thing_id.split(' ')
  switch (thing) {
    case 'user':
      return { name: `${subject || t('User')} #${id}`, to: `/users/details/${id}` }
    case 'draw':
      return {
        name: [subject || t('Market #{id}', { id }), day && dayOf(day)].filter(Boolean).join(' · '),
        to: `/results/details/${id}`,
        ...(day !== undefined && { search: { date: day } }),
      }
    case 'request':
      return {
        name: [t('Request #{id}', { id }), subject].filter(Boolean).join(' · '),
        to: pageOfRecord(thing, id),
      }
    case 'bid':
      return {
        name: [t('Bid #{id}', { id }), subject].filter(Boolean).join(' · '),
        to: pageOfRecord(thing, id),
      }
    case 'admin':
    case 'role':
      return { name: subject || thing_id, to: null }
    default:
      return null
  }
}

/** "Wallet: ₹100.00 → ₹150.00", by label; fields that are called alike share a line. */
export function effectInWords({ thing, effect }: Pick<Act, 'thing' | 'effect'>): Record<string, string> {
  const { before = {}, after = {} } = effect ?? {}
  const lines: Record<string, string> = {}
  for (const [field, value] of Object.entries(after)) {
    const { label, unit } = fieldInWords(thing, field)
    const now = valueInWords(field, value, unit)
    const line = field in before ? `${valueInWords(field, before[field], unit)} → ${now}` : now
    lines[label] = label in lines ? `${lines[label]} · ${line}` : line
  }
  return lines
}

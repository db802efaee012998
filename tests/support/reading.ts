/** Every call that reads, and what it is asked with: alone, with each of its filters, and with two of them. */
import type { Endpoint } from '@munim/contract'
import { z } from 'zod'
import { everyCall } from './contract.ts'

/** What the samples are of. */
export interface House {
  /** A day with bids, and its month. */
  readonly today: string
  readonly player: number
  /** What the open half of the day's draw in market 1 is declared as, or could be. */
  readonly open: { readonly digit: string; readonly panna: string }
}

/** What a field is asked with, where the contract doesn't name the values itself. */
const samplesOf = ({ today, player, open }: House): Readonly<Record<string, readonly unknown[]>> => ({
  market: [1],
  marketId: [1],
  userId: [player],
  userIds: [[player, 987_654]],
  id: [1],
  betId: [1],
  slip: [1],
  draws: [90],
  transactionId: [1],
  text: ['Asha', '9', 'bid 1', '432198765012', today],
  date: [today],
  day: [today],
  month: [today.slice(0, 7)],
  paid: [today],
  utrs: [['432198765012', '1']],
  search: ['Asha', 'a', '9'],
  kinds: [['money'], ['bids'], ['requests', 'notes']],
  before: [{ day: today, posting: 1_000_000_000, moment: '2999-01-01T00:00:00.000000Z', tie: '' }],
  gameMode: ['jodi_digit'],
  adminOnly: [true],
  statisticsOnly: [true],
  isApproved: [true, false],
  isBlocked: [true, false],
  isReadByAdmin: [true, false],
  isActive: [true, false],
  looked: [true, false],
  waits: [true, false],
  early: [true],
  beyond: [true],
  thing: ['user'],
  thing_id: ['1'],
  act: ['/admin/user/addFund'],
  actor: ['admin:1'],
  administrator: ['adm'],
  panna: ['128'],
  half: ['close'],
  manualOpenDigit: [open.digit],
  manualOpenPanna: [open.panna],
  manualCloseDigit: ['4'],
  manualClosePanna: ['455'],
})
/** Filters that are asked with each of the others, too: what they leave is another part of every table. */
const TELLING = ['from', 'market', 'adminOnly']
const PLACES = ['page', 'limit', 'winnersPage', 'losersPage']
/** A stream, what asks another server, a message, of which there is none here, and what tells that an item is open. */
const NO_LISTS = ['live.follow', 'results.fetch', 'push.progress', 'desk.open']
/** Every call that reads, with its name. */
export const READING = everyCall.filter(
  ([name, { effect }]) => effect !== 'write' && !NO_LISTS.includes(name),
)

interface Schema {
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const valuesIn = ({ enum: values = [], const: only, anyOf = [] }: Schema): readonly unknown[] =>
  [...values, only, ...anyOf.flatMap(valuesIn)].filter(Boolean)

/** A field's values, each as a part of a body; both ends of the days together. */
function partsOf(field: string, schema: Schema, house: House): readonly object[] {
  if (field === 'to') return []
  if (field === 'from') return [{ from: house.today, to: house.today }]
  return (samplesOf(house)[field] ?? valuesIn(schema)).map((value) => ({ [field]: value }))
}

/** Bodies of a call: with what it needs alone, with each of its filters, and with two of them. */
export function bodiesOf(name: string, { body, file }: Endpoint, house: House): object[] {
  // Without the document's names of schemas each is written out where it is used.
  const metadata = z.registry<z.core.GlobalMeta>()
  const made = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata })
  const { properties = {}, required = [] } = made as Schema
  const isDue = (field: string) => required.includes(field) || field.startsWith('manual')
  const fields = Object.entries(properties)
    .filter(([field]) => !PLACES.includes(field))
    .map(([field, schema]) => ({ field, parts: partsOf(field, schema, house), isDue: isDue(field) }))
  const unknown = fields.filter(({ field, parts }) => field !== 'to' && parts.length === 0)
  if (unknown.length > 0) {
    const names = unknown.map(({ field }) => field).join(', ')
    throw new Error(`${name} has fields that are asked with nothing: give ${names} samples`)
  }
  const due = Object.assign({}, ...fields.map(({ parts, isDue }) => isDue && parts[0]))
  const filters = fields.filter(({ isDue }) => !isDue)
  const telling = filters.filter(({ field }) => TELLING.includes(field)).flatMap(({ parts }) => parts)
  const each = (file ? [] : filters).flatMap(({ parts }) => parts)
  const both = telling.flatMap((part) => each.map((other) => ({ ...part, ...other })))
  return [{}, ...telling, ...each, ...both].map((part) => ({ ...due, ...part, ...places(properties) }))
}

const places = (properties: object) => ('limit' in properties ? { limit: 20 } : {})

/** What a call is: declared once, checked and served by the server, called by the panel, walked by the tests. */
import { z } from 'zod'
import type { Asking } from './rights.ts'

/** Who may call: the administrator, a signed-in player, the payment provider by its signature, anyone at all. */
export type Access = 'admin' | 'player' | 'provider' | 'anyone'

/**
 * read: changes nothing. write: one transaction, takes an Idempotency-Key.
 * audited-read: reads, and leaves a row in the audit of who read it.
 */
type Effect = 'read' | 'write' | 'audited-read'

/**
 * What is refused first where there is more to do than this server can (decision 58): files and reports, then lists and
 * screens, last what acts, and what an act is decided from.
 */
export const URGENCIES = ['report', 'list', 'act'] as const
export type Urgency = (typeof URGENCIES)[number]

/** A call that writes is an act; any other says what it is. */
type Urged =
  | { readonly effect: 'write'; readonly urgency?: never }
  | { readonly effect: Exclude<Effect, 'write'>; readonly urgency: Urgency }

export interface Upload {
  readonly field: string
  readonly mostBytes: number
  readonly isOptional?: true
}

/**
 * What an administrator's call asks of the second factor, of who has one (decision 36).
 * none: nothing, it is answered before the factor is entered. entered: once, at sign-in, as reads do.
 * fresh: within five minutes. amount: fresh, where the amounts since are above the limit. fields: fresh, where one of
 * `freshFields` changes.
 */
type Factor = 'none' | 'entered' | 'fresh' | 'amount' | 'fields'

type FactorAsked =
  | { readonly effect: Exclude<Effect, 'write'>; readonly factor?: 'entered' | 'fresh' }
  | { readonly effect: 'write'; readonly factor: Exclude<Factor, 'fields'> }
  | { readonly effect: 'write'; readonly factor: 'fields'; readonly freshFields: readonly string[] }

/** An administrator's call says which right it asks for, and what of the second factor; no other does. */
type Admitted =
  | ({ readonly access: 'admin' } & Asking & FactorAsked)
  | {
      readonly access: Exclude<Access, 'admin'>
      readonly right?: never
      readonly fieldRights?: never
      readonly second?: never
      readonly fieldSeconds?: never
      readonly factor?: never
    }

interface Declared {
  readonly path: `/admin/${string}` | `/player/${string}` | `/hooks/${string}`
  /** What it does, for who writes a client. The first sentence, a verb in front, is its title in the API document. */
  readonly description: string
  readonly effect: Effect
  /** The sentence shown when the call fails and nothing better is known (specification 1 §8, 2 §8). */
  readonly failed: string
  /** The answer holds a secret, and is not kept for a repeat by Idempotency-Key. */
  readonly isSecret?: true
  /** Sent again it sets the same: no answer of it is kept for a repeat. */
  readonly setsTheSame?: true
  /** What it writes is how the caller looks at lists, or what the caller has seen: no row of the audit tells of it. */
  readonly isUnaudited?: true
  /** The call is multipart and brings one file; `body` are its text fields. */
  readonly upload?: Upload
  /** Answers GET as well; only for a read without a body. */
  readonly alsoGet?: true
  /** For the API document: the statuses of this call's own refusals, beside those that every call can answer. */
  readonly refusals?: readonly (401 | 403 | 404 | 409 | 502)[]
  /** `success: true` in an answer counts as its status 'success' does (specification 2 §1). */
  readonly takesFlag?: true
  /** Answers a file of this type and not JSON, or a stream of answers; a refusal is JSON all the same. */
  readonly file?: 'text/csv' | 'application/pdf' | 'text/event-stream'
}

export type Endpoint<B extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> = Declared &
  Admitted &
  Urged & {
    readonly body: B
    /** The fields beside `status: 'success'` in the answer. */
    readonly answer: A
  }

export const urgencyOf = ({ urgency = 'act' }: Endpoint): Urgency => urgency

/** A body that need not be sent; an answer that is its status alone. */
export const nothing = z.object({}).meta({ id: 'Success' })
type Nothing = typeof nothing

/** Without `body` it takes nothing, without `answer` it answers its status alone. */
export const endpoint = <B extends z.ZodType = Nothing, A extends z.ZodType = Nothing>(
  declared: Declared & Admitted & Urged & { readonly body?: B; readonly answer?: A },
) => ({ body: nothing, answer: nothing, ...declared }) as unknown as Endpoint<B, A>

/** An administrator reads, by the right to see what happens where no other is named. */
export const reads = <U extends Urgency, const R extends Asking['right'] = 'see'>(
  urgency: U,
  right = 'see' as R,
) => ({ access: 'admin', right, effect: 'read', urgency }) as const

/** An administrator acts: by which right, what it asks of the second factor, and by which limits it may wait. */
export const writes = <const R extends Asking['right'], F extends Factor>(
  right: R,
  factor: F,
  second?: NonNullable<Asking['second']>,
) => ({ access: 'admin', right, effect: 'write', factor, ...(second && { second }) }) as const

/** A player reads, or acts; or who is not signed in. */
export const playerReads = <U extends Urgency>(urgency: U) =>
  ({ access: 'player', effect: 'read', urgency }) as const
export const playerWrites = { access: 'player', effect: 'write' } as const
export const anyoneWrites = { access: 'anyone', effect: 'write' } as const

/** What a caller sends. */
export type Body<E extends Endpoint> = z.input<E['body']>
/** What a handler receives: checked, trimmed, defaults filled in. */
export type Input<E extends Endpoint> = z.output<E['body']>
/** The fields beside `status` in the answer. */
export type Answer<E extends Endpoint> = z.output<E['answer']>

/** An answer that is one object of these fields. */
export const dataOf = <S extends z.ZodRawShape>(fields: S) => z.object({ data: z.object(fields) })

/** A page of rows, with totals over all that match and not only over the page. */
export function listOf<R extends z.ZodType>(row: R) {
  return z.object({ data: z.array(row), total: z.int(), totalPages: z.int() })
}

/**
 * The same list as a file: all that its filters leave, whatever page and limit say, streamed. Asks for `export`, and
 * where it holds bank details for a fresh second factor.
 */
export function csvOf<B extends z.ZodType>(
  list: Endpoint<B>,
  factor: 'entered' | 'fresh' = 'entered',
): Endpoint<B, typeof nothing> {
  const { path, body, refusals } = list
  const effect = list.effect as Exclude<Effect, 'write'>
  return {
    path: `${path}Csv`,
    description: list.description.replace(/\.(?= |$)/, ', as a CSV file.'),
    access: 'admin',
    right: 'export',
    factor,
    effect,
    urgency: 'report',
    body,
    answer: nothing,
    failed: 'Failed to export',
    ...(refusals && { refusals }),
    file: 'text/csv',
  }
}

/** The one kind of error that is expected: an answer, not a fault. */
import { isDeepStrictEqual } from 'node:util'
import { FACTOR_NEEDS, type FactorNeed, plain, t } from '@munim/contract'

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 502

interface About {
  /** What is put in the sentence, by the names it has there. */
  readonly values?: Readonly<Record<string, string | number>>
  readonly errors?: Record<string, string> | undefined
  readonly needs?: FactorNeed
}

/**
 * A refusal: the request was understood and the answer is no. It is shown to the person word for word
 * and is not logged as a fault. Anything else that is thrown is a bug: the person sees the call's own
 * failure sentence, and the log gets the stack.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: RefusalStatus
  /** The sentence without what is put in it. */
  readonly reason: string
  /** Field to sentence, where two or more fields of a form are wrong. */
  readonly errors: Record<string, string> | undefined
  /** What is missing of the caller's second factor. */
  readonly needs: FactorNeed | undefined
  /** Every 429 has it: the header Retry-After. */
  readonly retryAfterSeconds: number | undefined

  private readonly values: About['values']

  /** The sentence is one of the catalogue; braces in it are its own where it has `values`. */
  constructor(status: 429, sentence: string, about: About & { readonly retryAfterSeconds: number })
  constructor(status: Exclude<RefusalStatus, 429>, sentence: string, about?: About)
  constructor(
    status: RefusalStatus,
    sentence: string,
    about: About & { readonly retryAfterSeconds?: number } = {},
  ) {
    super(about.values ? t(sentence, about.values) : plain(sentence))
    this.values = about.values
    this.status = status
    this.reason = sentence
    this.errors = about.errors
    this.needs = about.needs
    this.retryAfterSeconds = about.retryAfterSeconds
  }

  /** The sentence for who reads it now; `message` is in the language that was spoken where it was thrown. */
  get said(): string {
    return this.values ? t(this.reason, this.values) : plain(this.reason)
  }
}

/**
 * The refusal of a form that was filled from what another administrator, or the player, changed since: it would write
 * over it. `field` is where the form said what it was made from.
 */
export const madeFromOld = (sentence: string, field: 'basedOn' | 'version' = 'basedOn') =>
  new Refusal(409, sentence, { errors: { [field]: sentence } })

/** Refuses so what is `basedOn` something else than what is stored now; what does not say what it is based on passes. */
export function checkSame<T>(basedOn: T | undefined, stored: T, sentence: string): void {
  if (basedOn !== undefined && !isDeepStrictEqual(basedOn, stored)) throw madeFromOld(sentence)
}

/** The same of what has no order. */
export const checkSameSet = <T>(basedOn: readonly T[] | undefined, stored: readonly T[], sentence: string) =>
  checkSame(basedOn && new Set(basedOn), new Set(stored), sentence)

/** The refusal of a call that needs this of the caller's second factor. */
export const needing = (needs: FactorNeed) => new Refusal(403, FACTOR_NEEDS[needs], { needs })

/** The value, or a refusal where there is none: `found(await findUser(db, id), 'User not found')`. */
export function found<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new Refusal(404, message)
  return value
}

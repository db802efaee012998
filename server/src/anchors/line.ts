/** An anchor: one line of JSON that says what the books were at a moment, names the line before it, and is signed. */
import { hash } from 'node:crypto'
import type { Config, FactName, Heads, Marks } from './facts.ts'
import { isSigned, type SigningKey } from './key.ts'
import type { StampedTable } from './stamp.ts'

export interface Anchor {
  /** 1, 2, 3 … */
  readonly nth: number
  /** When it was signed, and when the numbers in `heads` were read, by the database's clock. */
  readonly at: string
  readonly seen: string
  /** Why it begins anew: all there is is signed, and nothing is compared with the lines before. */
  readonly begins?: string
  readonly migration: string
  /** Up to which number each is signed. Lines of releases before say nothing of confirmations, suspicions, closed days and stamps. */
  readonly heads: Omit<Heads, 'confirmations' | 'suspicions' | 'closed_days'> & Partial<Heads>
  /** Of what is new: the last number of each segment and the digest of its rows, '' where it has none. */
  readonly segments: Readonly<Partial<Record<FactName, readonly (readonly [end: number, digest: string])[]>>>
  readonly marks: Marks
  /** Up to which draw `marks` says what they are. */
  readonly draws: number
  /** Lines of releases before say nothing of some. */
  readonly config: Partial<Config>
  /** The first number of each from which all rows are stamped; whether all payees of players are. */
  readonly stamped?: Readonly<Record<StampedTable, number>> & { readonly payees?: true }
  /** Rows of the audit that this server wrote since the line before, and that were gone or others when this one was signed. */
  readonly lost?: readonly (readonly [id: number, hash: string])[]
  /** The SHA-256 of the line before it; '' of the first. */
  readonly previous: string
  /** The public key it is signed with. */
  readonly key: string
}

/** A line as it is kept, and what it says. */
export interface Line {
  readonly text: string
  readonly anchor: Anchor
}

const SIGNED = /^(\{.*),"signature":"([A-Za-z0-9_-]+)"\}$/s

export function writeLine(anchor: Omit<Anchor, 'key'>, key: SigningKey): Line {
  const signed = { ...anchor, key: key.name }
  const text = JSON.stringify(signed)
  return { text: `${text.slice(0, -1)},"signature":"${key.sign(text)}"}`, anchor: signed }
}

/** Undefined where it is no whole line: one that was being written when the machine stopped. */
export function readLine(text: string): Line | undefined {
  try {
    return { text, anchor: JSON.parse(text) as Anchor }
  } catch {
    return undefined
  }
}

export function isSignedBy({ text }: Line, { name }: Pick<SigningKey, 'name'>): boolean {
  const [, begin, signature] = SIGNED.exec(text) ?? []
  return begin !== undefined && isSigned(`${begin}}`, { name, signature: signature! })
}

export const hashOf = (line: Line | undefined): string =>
  line === undefined ? '' : hash('sha256', line.text, 'base64url')

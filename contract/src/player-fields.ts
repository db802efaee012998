/** A player's fields (core) in bodies and answers: what each may say, in its own words where it has some. */
import {
  type FieldKind,
  type FlagField,
  inPlainSigns,
  isFlag,
  PLAYER_FIELDS,
  type PlayerField,
} from '@munim/core'
import { z } from 'zod'
import { PASSWORD_MIN, SHORT_PASSWORD } from './auth.ts'
import * as field from './schema.ts'

/** Answered instead of an mpin that is set; sent back, it changes nothing. */
export const MPIN_MASK = '••••'

/** What money is sent to is one text, however it is typed: without signs that can't be seen, its digits the plain ones. */
const inPlain = (max: number) =>
  field
    .text(max)
    .transform((typed) =>
      inPlainSigns(typed)
        .replace(/\p{Cf}/gu, '')
        .trim(),
    )
    .pipe(field.text(max)) // Plain signs may be more of them.

/** A field as it is sent: its kind, and at most so many characters. */
const SENT: Readonly<Record<FieldKind, (max: number) => z.ZodType>> = {
  name: field.name,
  mobile: (max) => field.text(max).regex(/^[0-9]{5,11}$/, 'Mobile must be 5 to 11 digits'),
  number: inPlain,
  account: inPlain,
  text: (max) => field.text(max).trim(),
  mpin: () => z.string().regex(new RegExp(`^([0-9]{4}|${MPIN_MASK})?$`), 'MPIN must be 4 digits'),
  password: (max) => field.typed(max).min(1, 'Please enter a new password').min(PASSWORD_MIN, SHORT_PASSWORD),
  flag: () => field.flag,
}

type Shape<F extends PlayerField> = { [Name in F]: Name extends FlagField ? z.ZodBoolean : z.ZodString }

const shapeOf = <F extends PlayerField>(names: readonly F[], schemaOf: (name: F) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Shape<F>

/** These fields in an answer. */
export const answered = <F extends PlayerField>(names: readonly F[]) =>
  shapeOf(names, (name) => (isFlag(name) ? z.boolean() : z.string()))

/** These fields in a body, of which each may be left out. */
export const sent = <F extends PlayerField>(names: readonly F[]) =>
  z.object(shapeOf(names, (name) => SENT[PLAYER_FIELDS[name].kind](PLAYER_FIELDS[name].max))).partial()

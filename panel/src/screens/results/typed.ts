/** What was typed into the form of a result, over what is declared of the draw it is for. */
import { t } from '@munim/contract'
import { type Half, isDeclared, PICK_FIELDS, type PickField, statusOf } from '@munim/core'
import { type Complaints, complaintsOf, NOTHING_TYPED, type TypedFigures } from '../../game/typed-result.ts'
import { type Draw, dateOf, isVoid, undecidedOf } from './draw.ts'

/**
 * The fields that were typed in; the others show what is declared. They outlive a change of tab and of day, those that
 * were fetched of tab only.
 */
export type Typed = Partial<Record<PickField, string>>

/** What the form shows: a half result starts with its open, which is sent again with the close. */
export function figuresOf(draw: Draw, typed: Typed): TypedFigures {
  const { open_digit, open_panna } = draw
  const declared = statusOf(draw) === 'partial' ? { open_digit, open_panna } : {}
  return { ...NOTHING_TYPED, ...declared, ...typed }
}

/** What was typed, after the form's figures became these. */
export function typedIn(draw: Draw, before: Typed, figures: TypedFigures): Typed {
  const shown = figuresOf(draw, before)
  const changed = PICK_FIELDS.filter((field) => figures[field] !== shown[field])
  return { ...before, ...Object.fromEntries(changed.map((field) => [field, figures[field]])) }
}

/** What keeps this result from being declared: figures that are missing, or a half that is declared otherwise. */
export function complaintsAt(draw: Draw, figures: TypedFigures): Complaints {
  const complaints = { ...complaintsOf(figures), ...voidsIn(draw, figures) }
  const isOther = figures.open_digit !== draw.open_digit || figures.open_panna !== draw.open_panna
  if (statusOf(draw) === 'pending' || Object.keys(complaints).length > 0) return complaints
  if (!isOther && undecidedOf(draw).includes('close') && figures.close_digit === '') {
    return { close_panna: t('The open is declared already: the close is still to be typed.') }
  }
  if (!isOther) return complaints
  return {
    open_panna: t('{result} is declared. Revert it before declaring another.', {
      result: `${draw.open_digit}-${draw.open_panna}`,
    }),
  }
}

/** A half that was voided is declared no more. */
function voidsIn(draw: Draw, figures: TypedFigures): Complaints {
  const halves = (['open', 'close'] as const).filter(
    (half) => isVoid(draw, half) && figures[`${half}_digit`] !== '',
  )
  return Object.fromEntries(
    halves.map((half) => [
      `${half}_panna`,
      half === 'open'
        ? t('The open is voided: its stakes were refunded.')
        : t('The close is voided: its stakes were refunded.'),
    ]),
  )
}

/** What is declared already, below its fields. `again` says what that open given again means. */
export function notesOf(draw: Draw, again: string): Partial<Record<Half, string>> {
  const day = dateOf(draw.market_date)
  const noteOf = (half: Half): string | undefined => {
    if (isVoid(draw, half)) return t('Voided for {day}: its stakes were refunded.', { day })
    if (!isDeclared(draw, half)) return undefined
    const words = t('{result} is declared for {day}.', {
      result: `${draw[`${half}_digit`]}-${draw[`${half}_panna`]}`,
      day,
    })
    return half === 'open' && statusOf(draw) === 'partial' ? `${words} ${again}` : words
  }
  const notes = (['open', 'close'] as const).map((half) => [half, noteOf(half)] as const)
  return Object.fromEntries(notes.filter(([, note]) => note !== undefined))
}

/** What the source said of a draw: for review, until it is declared or cleared. */
import { type Answer, type api, say, t } from '@munim/contract'
import { EMPTY, PICK_FIELDS, type PickField, warningsOf } from '@munim/core'
import type { TypedFigures } from '../../game/typed-result.ts'
import { timeOfDay } from '../../widgets/when.tsx'
import type { Typed } from './typed.ts'

export type Fetched = Answer<typeof api.results.fetch>['data'] & {
  /** What is doubtful about it as a whole; of the figures themselves the form tells. */
  readonly doubts: readonly string[]
}

export function fetchedOf({ data, warnings }: Answer<typeof api.results.fetch>): Fetched {
  const ofFigures = warningsOf(data.result).map(say)
  return { ...data, doubts: warnings.filter((warning) => !ofFigures.includes(warning)) }
}

/** The fetched figures as a form holds them: '' where the source has none. */
export const typedOf = ({ result }: Pick<Fetched, 'result'>): Typed =>
  Object.fromEntries(PICK_FIELDS.map((field) => [field, result[field] === EMPTY ? '' : result[field]]))

/** What was typed, without the figures that are the source's: on another day they are another result's. */
export function typedWithout(typed: Typed, fetched: Pick<Fetched, 'result'>): Typed {
  const said = typedOf(fetched)
  return Object.fromEntries(
    Object.entries(typed).filter(([field, figures]) => figures !== said[field as PickField]),
  )
}

/** "Fetched from results.example at 7:41 pm" */
export const fetchedInWords = ({ source, fetchedAt }: Fetched): string =>
  t('Fetched from {source} at {time}', { source, time: timeOfDay(new Date(fetchedAt)) })

/** Doubts and warnings come without their full stop. */
export const asSentence = (words: string): string => t('{words}.', { words })

/** Whether these figures are still what the source said. */
export function isAsFetched(fetched: Fetched, figures: TypedFigures): boolean {
  const said = typedOf(fetched)
  return PICK_FIELDS.every((field) => figures[field] === said[field])
}

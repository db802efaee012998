/** A player's request for money in or out, and what is sent back of it with a decision. */
import { type Answer, type api, t } from '@munim/contract'
import { rupeesInWords } from '../widgets/money.tsx'

type Row = Answer<typeof api.wallet.deposits>['data'][number]

export type Request = Omit<Row, 'status'> & {
  /** decided: by another administrator, while the list was read; how, the next answer says. */
  readonly status: Row['status'] | 'decided'
}

/** What is shown of it and may change until it is decided: goes with the decision. */
export const shownOf = ({ marks, confirmed, sameReference, bonus }: Request) =>
  marks ? { batch: marks.batch?.id ?? null } : { confirmed, sameReference, bonus }

/** Beside its amount: the bonus that is paid along, or was; '' where that is nothing, or not told. */
export const bonusBeside = (bonus: Request['bonus']): string =>
  bonus ? t('+ {amount} bonus', { amount: rupeesInWords(bonus) }) : ''

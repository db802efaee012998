/** The bonuses of joining, which are paid as a player is approved. */
import { type Answer, type api, t } from '@munim/contract'
import { rupeesInWords } from '../widgets/money.tsx'

type Bonuses = Answer<typeof api.users.update>['bonuses']

/** A server of the release before does not say them. */
type Told = Bonuses | undefined

/** What approving pays; '' where that is nothing. */
export const bonusesToPay = (bonuses: Told): string =>
  inWords(bonuses, {
    joining: (amount) => t('Approving pays a joining bonus of {amount}.', { amount }),
    referral: (amount) => t('Approving pays {amount} to who brought them.', { amount }),
  })

/** Those that are something. */
export function inWords(
  bonuses: Told,
  words: Readonly<Record<keyof Bonuses, (amount: string) => string>>,
): string {
  return (['joining', 'referral'] as const)
    .filter((name) => bonuses?.[name])
    .map((name) => words[name](rupeesInWords(bonuses![name])))
    .join(' ')
}

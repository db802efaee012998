/** The payee of a withdrawal with a copy button at each field, and what the player has changed since. */
import { t } from '@munim/contract'
import { Banner } from '../widgets/banner.tsx'
import { Copy } from '../widgets/copy.tsx'
import { Mobile } from '../widgets/mobile.tsx'
import { givenOf, labelsOf, payeeOf } from './payee.ts'
import styles from './payee-details.module.css'
import { PayoutWarnings } from './payout-marks.tsx'
import type { Request } from './request.ts'

interface Props {
  readonly request: Request
  /** Without what the player did not give. */
  readonly isBrief?: boolean
}

export function PayeeDetails({ request, isBrief = false }: Props) {
  const details = (isBrief ? givenOf : payeeOf)(request)
  const isOne = details.length === 1
  return (
    <>
      <dl className={`mu-sunken ${styles.payee}`} data-one={isOne || undefined}>
        {details.map(({ key, label, text }) => (
          <div key={key} className={styles.detail}>
            <dt className={isOne ? 'mu-small mu-medium' : 'mu-soft'}>{label}</dt>
            <dd className="mu-row mu-ends mu-wraps mu-gap-8">
              {text === '' ? <span className="mu-soft mu-regular">–</span> : <Mobile digits={text} />}
              {text !== '' && <Copy text={text} label={label} isSmall={!isOne} />}
            </dd>
          </div>
        ))}
      </dl>
      {request.changedSince.length > 0 && (
        <Banner tone="warning">
          {t(
            'Changed by the player since this request: {fields}. Shown are the details as they were when the money was asked for.',
            { fields: labelsOf(request.changedSince) },
          )}
        </Banner>
      )}
      <PayoutWarnings request={request} />
    </>
  )
}

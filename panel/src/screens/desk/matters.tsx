/** What is asked for, by kind: a deposit with its payment, a withdrawal with its payee, a new player, a feedback. */
import { t } from '@munim/contract'
import { fieldsFor } from '@munim/core'
import { RecordLink } from '../../game/record-links.tsx'
import { bonusesToPay } from '../../payments/joining.ts'
import { payeeOf, wayOf } from '../../payments/payee.ts'
import { PayeeDetails } from '../../payments/payee-details.tsx'
import { MarkBanners, sharingMarks } from '../../payments/payout-marks.tsx'
import { bonusBeside, type Request } from '../../payments/request.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Copy } from '../../widgets/copy.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { QrCode } from '../../widgets/qr-code.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import { type Case, Head, Lines } from './case-parts.tsx'
import styles from './matters.module.css'
import { upiLink } from './upi.ts'

interface Props {
  readonly of: Case
}

function Asked({ request }: { readonly request: Request }) {
  return (
    <>
      <Sentence
        of="{request} by {way}"
        request={<RecordLink is="request" id={request.id} as="words" />}
        way={wayOf(request)}
      />{' '}
      · <When at={request.createdAt} as="short" />
    </>
  )
}

export function DepositCase({ of }: Props) {
  const request = of.request!
  const { amount, ref_id, note, creditedAs } = request
  const bonus = bonusBeside(request.bonus)
  return (
    <>
      <Head of={of} amount={amount} label={<Asked request={request} />} />
      {bonus !== '' && <p className="mu-soft">{bonus}</p>}
      <div className={`mu-sunken mu-row mu-ends mu-gap-12 ${styles.reference}`}>
        <div>
          <p className="mu-small mu-medium">{t('Reference')}</p>
          <p className={`mu-strong mu-wraps ${styles.text}`}>{ref_id === '' ? '–' : ref_id}</p>
        </div>
        {ref_id !== '' && <Copy text={ref_id} label={t('Reference')} />}
      </div>
      <Confirmed request={request} />
      {request.confirmed !== null && of.manyClaims !== null && (
        <Banner tone="warning">
          {t(
            'It is not credited by itself: this player claims {count, number} other payments that are not confirmed. References can be guessed: ask for a proof of the payment first.',
            { count: of.manyClaims },
          )}
        </Banner>
      )}
      {ref_id === '' && (
        <Banner tone="warning">
          {t(
            "It can't be seen whether this payment was credited before. Look for it among the player's other deposits first.",
          )}
        </Banner>
      )}
      {creditedAs !== null && (
        <Banner tone="failed">
          {t('This payment was credited already, by request #{id}.', { id: creditedAs })}
        </Banner>
      )}
      {of.sameReference.length > 0 && (
        <div>
          <h3 className="mu-title mu-below-4">{t('The same reference elsewhere')}</h3>
          <Lines of={of.sameReference} />
        </div>
      )}
      {note !== '' && <p>{t('Note: {note}', { note })}</p>}
    </>
  )
}

/** What the payment provider said of the reference. */
function Confirmed({ request: { confirmed, amount, ref_id } }: { readonly request: Request }) {
  if (ref_id === '') return null
  if (confirmed === null)
    return <p className="mu-soft">{t('The payment provider has confirmed nothing for it.')}</p>
  if (confirmed === amount)
    return <Banner tone="done">{t('The payment provider confirmed this amount.')}</Banner>
  return (
    <Banner tone="warning">
      {t('The payment provider confirmed {amount}, another amount.', { amount: rupeesInWords(confirmed) })}
    </Banner>
  )
}

export function WithdrawalCase({ of }: Props) {
  const request = of.request!
  return (
    <>
      <Head of={of} amount={request.amount} label={<Asked request={request} />} />
      <div className={`mu-flow ${styles.payee}`}>
        <div className={`mu-form mu-rest ${styles.details}`}>
          <PayeeDetails request={request} isBrief />
        </div>
        <PayByUpi request={request} />
      </div>
      {request.note !== '' && <p>{t('Note: {note}', { note: request.note })}</p>}
    </>
  )
}

/** For who pays with a phone; only where the payee has a UPI id. */
function PayByUpi({ request }: { readonly request: Request }) {
  const { id, amount, User } = request
  const upi = payeeOf(request).find(({ key }) => UPI_FIELDS.includes(key))
  const name =
    User.account_holder_name && User.account_holder_name !== '-' ? User.account_holder_name : User.user_name
  const words = t('Withdrawal {id}', { id })
  const link = upi ? upiLink({ upiId: upi.text, name, rupees: amount, words }) : null
  if (link === null) return null
  return (
    <figure className={`mu-fixed ${styles.qr}`}>
      <QrCode
        text={link}
        label={t('QR code that pays {amount} by UPI', { amount: rupeesInWords(amount) })}
        className={styles.code}
      />
      <figcaption>
        <a href={link}>{t('Pay by UPI')}</a>
      </figcaption>
    </figure>
  )
}

const UPI_FIELDS: readonly string[] = fieldsFor('payee by upi')

export function PlayerCase({ of }: Props) {
  const toPay = bonusesToPay(of.payouts!.bonuses)
  const marks = sharingMarks(of.payouts!)

  return (
    <>
      <Head of={of} label={t('Waits to be approved')} />
      <MarkBanners marks={marks} />
      {toPay !== '' && <p>{toPay}</p>}
      {marks.length === 0 && (
        <p className="mu-soft">{t('No other player shares an account or a device with this one.')}</p>
      )}
    </>
  )
}

export function FeedbackCase({ of }: Props) {
  const { feedback, adminComment, createdAt } = of.feedback!
  return (
    <>
      <Head
        of={of}
        label={
          <>
            {t('Wrote on')} <When at={createdAt} as="short" />
          </>
        }
      />
      <blockquote className={`mu-sunken mu-wraps ${styles.words}`}>{feedback}</blockquote>
      {adminComment !== '' && <p>{t('Response before: {comment}', { comment: adminComment })}</p>}
    </>
  )
}

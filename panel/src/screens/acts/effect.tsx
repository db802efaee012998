/** What an act that waits is about, and what confirming it would do as things are now. */
import { api, t } from '@munim/contract'
import { API_HOST } from '../../api/call.ts'
import { useTooOldToRevert } from '../../game/too-old.ts'
import { Banner } from '../../widgets/banner.tsx'
import { FactList } from '../../widgets/facts.tsx'
import { Link } from '../../widgets/link.tsx'
import { type Act, effectInWords, subjectOf } from './act.ts'
import styles from './effect.module.css'

export function Effect({ act }: { readonly act: Act }) {
  const subject = subjectOf(act)
  const { effect, refusal } = act
  const isRevert = act.call === api.results.revert.path && effect !== null
  const tooOld = useTooOldToRevert(isRevert ? act.thing_id.split(' ')[1] : undefined)
  const image = effect?.after.merchant_qr
  return (
    <div className={`mu-stack ${styles.effect}`}>
      {subject && (
        <p>
          {subject.to === null ? (
            subject.name
          ) : (
            <Link to={subject.to} search={subject.search}>
              {subject.name}
            </Link>
          )}
        </p>
      )}
      {typeof image === 'string' ? (
        <img
          className={styles.image}
          src={act.picture ?? API_HOST + image}
          alt={t('The QR code that was sent')}
        />
      ) : (
        effect && <FactList facts={effectInWords(act)} />
      )}
      {tooOld !== null && <Banner tone="warning">{tooOld}</Banner>}
      {refusal !== null && (
        <Banner tone="warning">{t('This can not be done now: {why}', { why: refusal })}</Banner>
      )}
    </div>
  )
}

/** The page of a single thing before its answer: where its title, its acts, its figures and its facts will be. */
import { t } from '@munim/contract'
import styles from './record-skeleton.module.css'

/** On how many lines of a phone its acts are. */
export type ActLines = 0 | 1 | 2

export const RecordSkeleton = ({ acts }: { readonly acts: ActLines }) => (
  <div className={styles.record} data-acts={acts} role="progressbar" aria-label={t('Loading')}>
    <i className="mu-blank" />
    <div className={styles.head}>
      <i className="mu-blank" />
      <i className="mu-blank" />
    </div>
    <div className="mu-frame" />
    <div className="mu-frame" />
  </div>
)

/** A form below its head before its answer: where its cards will be. */
export const FormSkeleton = () => (
  <div className={styles.form} role="progressbar" aria-label={t('Loading')}>
    <div className="mu-frame" />
    <div className="mu-frame" />
  </div>
)

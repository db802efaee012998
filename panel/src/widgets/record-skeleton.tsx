/** The page of a single thing before its answer: where its title, its figures and its facts will be. */
import { t } from '@munim/contract'
import styles from './record-skeleton.module.css'

export const RecordSkeleton = () => (
  <div className={styles.record} role="progressbar" aria-label={t('Loading')}>
    <i className="mu-blank" />
    <i className="mu-blank" />
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

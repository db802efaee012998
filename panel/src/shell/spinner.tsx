/** What is seen until the panel has started. */

import { Loader } from '@mantine/core'
import { t } from '@munim/contract'
import styles from './shell.module.css'

export function Spinner() {
  return (
    <div className={styles.start} role="status">
      <Loader size={28} color="var(--mu-link)" aria-hidden />
      <span className="mu-hidden">{t('Loading')}</span>
    </div>
  )
}

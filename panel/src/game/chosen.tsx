/** What a list is narrowed to by a filter that is no field: in words, and taken off again. */
import { CloseButton } from '@mantine/core'
import { t } from '@munim/contract'
import styles from './chosen.module.css'

interface Props {
  /** The filter's name. */
  readonly label: string
  readonly words: string
  readonly onLeaveOut: () => void
}

export const Chosen = ({ label, words, onLeaveOut }: Props) => (
  <p className={`mu-row mu-ends ${styles.chosen}`}>
    <span className="mu-hidden">{label}</span>
    <span className="mu-cut mu-name">{words}</span>
    <CloseButton size="sm" aria-label={t('Leave out {name}', { name: label })} onClick={onLeaveOut} />
  </p>
)

/** Another administrator saved meanwhile. What was typed stays, over what is saved now. */
import { t } from '@munim/contract'
import styles from './newer.module.css'

interface Props {
  /** Whether what is saved now is here already. */
  readonly isReloaded: boolean
  /** What they changed, in words. */
  readonly theirs: readonly string[]
  readonly reload: () => void
}

export function Newer({ isReloaded, theirs, reload }: Props) {
  if (!isReloaded) {
    return (
      <p className={`mu-red ${styles.refused}`} role="alert">
        {t('The settings were saved by somebody else meanwhile.')}{' '}
        <button type="button" onClick={reload}>
          {t('Reload and keep what I typed')}
        </button>
      </p>
    )
  }
  return (
    <p className="mu-amber" role="status">
      {t('Reloaded; what you typed is kept. Saved meanwhile: {fields}.', {
        fields: theirs.join(' · ') || t('other fields'),
      })}
    </p>
  )
}

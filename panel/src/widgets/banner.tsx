/** One sentence across the page: what was done, what went wrong, what one should know. */
import { t } from '@munim/contract'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import styles from './banner.module.css'

const TONES = {
  done: [IconCheck, 'green', 'status'],
  failed: [IconAlertTriangle, 'red', 'alert'],
  warning: [IconAlertTriangle, 'amber', undefined],
  note: [IconInfoCircle, 'grey', undefined],
} as const

/** For a button that goes as it is pressed: the focus goes on in what it was in, and not out of the screen or the dialog. */
export const goOnBeside = (): void =>
  document.activeElement?.closest<HTMLElement>('[role=dialog], main')?.focus({ preventScroll: true })

interface Props {
  readonly tone: keyof typeof TONES
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly onDismiss?: () => void
  /** Dismissed by itself after so long; the clock is stopped while the banner is hovered or focused. */
  readonly lastsMs?: number
  /** Apart from what is below it. */
  readonly isApart?: boolean
}

export function Banner({ tone, children, action, onDismiss, lastsMs, isApart = false }: Props) {
  const [Glyph, ink, role] = TONES[tone]
  const clock = useRef<{ stop: () => void; start: () => void }>(null)
  const dismiss = useEffectEvent(() => onDismiss?.())

  useEffect(() => {
    if (lastsMs === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const stop = () => clearTimeout(timer)
    const start = () => {
      stop()
      timer = setTimeout(() => dismiss(), lastsMs)
    }
    clock.current = { stop, start }
    start()
    return () => {
      stop()
      clock.current = null
    }
  }, [lastsMs])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the clock; nothing is done by it.
    <div
      className={`mu-row ${isApart ? 'mu-apart' : ''} ${styles.banner}`}
      data-tone={tone}
      style={{ '--ink': `var(--mu-${ink})`, '--fill': `var(--mu-${ink}-fill)` } as CSSProperties}
      role={role}
      onMouseEnter={() => clock.current?.stop()}
      onMouseLeave={() => clock.current?.start()}
      onFocus={() => clock.current?.stop()}
      onBlur={() => clock.current?.start()}
    >
      <Glyph size={16} stroke={1.8} aria-hidden />
      <span className={styles.text}>{children}</span>
      {action}
      {onDismiss && (
        <button
          type="button"
          className={`mu-thumb ${styles.dismiss}`}
          aria-label={t('Dismiss')}
          onClick={() => {
            goOnBeside()
            onDismiss()
          }}
        >
          <IconX size={16} stroke={1.8} aria-hidden />
        </button>
      )}
    </div>
  )
}

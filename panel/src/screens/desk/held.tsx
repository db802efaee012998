/** The decision that can still be taken back, and those that did not come through. */
import { Button } from '@mantine/core'
import { type DeskKind, t } from '@munim/contract'
import { useEffect, useState } from 'react'
import { Banner } from '../../widgets/banner.tsx'
import { KeyCap } from '../../widgets/key-cap.tsx'
import { useKey } from '../../widgets/keys.ts'
import styles from './held.module.css'
import { inWords, KINDS } from './kinds.ts'
import { useOpenCase } from './presence.ts'
import { dismiss, itemOf } from './work.ts'
import { change, notDone, undo, useDesk } from './work-store.ts'

const TICK_MS = 250

interface OfKind {
  readonly kind: DeskKind
}

export function Held({ kind }: OfKind) {
  const held = useDesk(({ work }) => work.held)
  const item = useDesk(({ work }) => itemOf(work, work.held?.decision.id ?? null))
  useOpenCase(kind, held?.decision.id ?? null, 'onHold')
  const button = useKey<HTMLButtonElement>('u', (shown) => shown.click())
  return (
    <div className={styles.place} role="status">
      {held && item && (
        <div className={styles.held}>
          <span className="mu-wraps">
            {t(KINDS[kind].said[held.decision.how].held, { what: inWords(item.row) })}
          </span>
          <SecondsLeft key={held.until} until={held.until} />
          <Button ref={button} aria-keyshortcuts="u" onClick={undo}>
            {t('Take back')} <KeyCap of="u" />
          </Button>
        </div>
      )}
    </div>
  )
}

/** Counted down for the eye alone. */
function SecondsLeft({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return (
    <span className={`mu-soft mu-right ${styles.seconds}`} aria-hidden>
      {t('{seconds} s', { seconds })}
    </span>
  )
}

export function Failures({ kind }: OfKind) {
  const failures = useDesk(({ work }) => work.failures)
  return failures.map((failure) => (
    <div key={failure.row.id} className="mu-below-12">
      <Banner tone="failed" onDismiss={() => change((work) => dismiss(work, failure.row.id))}>
        {notDone(kind, failure)}
      </Banner>
    </div>
  ))
}

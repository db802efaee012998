/** The three states of a call that a screen, or a panel, cannot do without. */

import { Button, Loader } from '@mantine/core'
import { t } from '@munim/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Call } from '../api/use-call.ts'
import { pathOf, returnFocus } from '../api/use-kept-focus.ts'
import { Banner } from './banner.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './loaded.module.css'
import { momentOf } from './when.tsx'

interface Props<T> {
  readonly call: Call<T>
  readonly children: (answer: T) => ReactNode
  /** Shown in place of the spinner: a skeleton in the shape of what is coming. */
  readonly waiting?: ReactNode
}

export function Loaded<T>({ call, children, waiting }: Props<T>) {
  switch (call.state) {
    case 'loading':
      return (
        <div className={styles.waiting} aria-busy="true" data-waiting>
          {waiting ?? (
            <Loader size={22} color="var(--mu-link)" role="progressbar" aria-label={t('Loading')} />
          )}
        </div>
      )
    case 'failed':
      return <Failed message={call.message} retry={call.retry} />
    case 'ready':
      return (
        <>
          <Outdated call={call} />
          {children(call.answer)}
        </>
      )
    default:
      return call satisfies never
  }
}

interface FailedProps {
  readonly message: string
  readonly hint?: string
  readonly retry: () => void
}

/** For a button that goes with the failure: the focus goes on in what it was in. */
export const again = (retry: () => void) => (event: MouseEvent<HTMLElement>) => {
  returnFocus(pathOf(event.currentTarget))
  retry()
}

export function Failed({ retry, message, ...words }: FailedProps) {
  const button = <Button onClick={again(retry)}>{t('Retry')}</Button>
  return (
    <div role="alert" className={styles.failed}>
      <EmptyState icon={IconAlertTriangle} title={message} action={button} {...words} />
    </div>
  )
}

/** Says that what is shown is an older answer, and why. */
export function Outdated<T>({ call }: { readonly call: Call<T> }) {
  if (call.state !== 'ready' || call.outdated === null) return null
  const { message, since, failedAt } = call.outdated
  return (
    <FailedBefore at={failedAt} retry={call.retry}>
      {t('{failure}. Shown below: not refreshed since {time}.', {
        failure: message.replace(/[.।]$/, ''),
        time: momentOf(since),
      })}
    </FailedBefore>
  )
}

interface FailedBeforeProps {
  /** When it failed: once dismissed, only what fails later is told. */
  readonly at?: number
  readonly retry: () => void
  readonly children: ReactNode
}

/** Says above what is shown all the same what could not be fetched. */
export function FailedBefore({ at = 0, retry, children }: FailedBeforeProps) {
  const [dismissed, setDismissed] = useState<number | null>(null)
  if (dismissed === at) return null
  const button = (
    <button type="button" onClick={again(retry)}>
      {t('Retry')}
    </button>
  )
  return (
    <Banner isApart tone="failed" action={button} onDismiss={() => setDismissed(at)}>
      {children}
    </Banner>
  )
}

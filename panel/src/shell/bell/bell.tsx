/** The bell in the header: what needs a person, until it was seen, and what was told in this session. */
import { UnstyledButton } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconBell } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useLacking } from '../../api/may.ts'
import { useCall } from '../../api/use-call.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { count } from '../../widgets/money.tsx'
import { askParts, useParts } from '../parts.ts'
import styles from './bell.module.css'

/** What no event tells: a backup grows old, a check fails to come. */
const REFRESH_MS = 60_000

export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const mayAsk = useLacking(api.alerts.list) === null
  const alerts = useCall(api.alerts.list, {}, mayAsk)
  useRefresh(REFRESH_MS, () => mayAsk && alerts.state !== 'loading' && alerts.retry())
  useEffect(() => setOpen(false), [path])
  const unseen = alerts.state === 'ready' ? alerts.answer.data.filter(({ isSeen }) => !isSeen).length : 0

  const parts = useParts()

  function toggle() {
    setOpen(!isOpen)
    if (!isOpen) askParts(() => setOpen(false))
  }
  const button = (
    <UnstyledButton
      className={styles.bell}
      aria-label={t('Recent activity')}
      aria-describedby={unseen > 0 ? id : undefined}
      data-part="bell"
      onClick={toggle}
    >
      <IconBell size={18} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
  const counted = unseen > 0 && (
    <>
      <span className={`mu-fine mu-strong mu-amber ${styles.count}`} aria-hidden="true">
        {count(unseen)}
      </span>
      <span id={id} hidden>
        {t('{unseen, plural, one {# needs you} other {# need you}}', { unseen })}
      </span>
    </>
  )
  if (parts === null)
    return (
      <div className="mu-place">
        {button}
        {counted}
      </div>
    )
  return (
    <parts.BellPopover
      isOpen={isOpen}
      onChange={setOpen}
      button={button}
      counted={counted}
      alerts={alerts}
      mayAsk={mayAsk}
    />
  )
}

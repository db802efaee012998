/** In place of a screen: its address names none, or it could not be drawn. */
import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import { IconAlertTriangle, IconMapQuestion } from '@tabler/icons-react'
import { type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import { EmptyState } from '../widgets/empty-state.tsx'
import { Link } from '../widgets/link.tsx'

/** An address that names no screen. A record that is missing is not this, but its own screen's sentence. */
export function NotFound() {
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <>
      <title>{t('Not found · Munim Admin')}</title>
      <EmptyState
        heading="h1"
        icon={IconMapQuestion}
        title={t("Oops, the page doesn't exist")}
        hint={t('Nothing is kept at {path}', { path })}
        action={
          <Link to="/" className="mu-thumb">
            {t('Back to Dashboard')}
          </Link>
        }
      />
    </>
  )
}

/** A screen that could not be loaded or drawn. The shell around it stays. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        icon={IconAlertTriangle}
        title={t('This page could not be shown')}
        hint={error instanceof Error ? error.message : t('The reason is not known.')}
        action={<Button onClick={() => location.reload()}>{t('Load again')}</Button>}
      />
    </div>
  )
}

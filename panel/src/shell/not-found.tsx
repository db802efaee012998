/** An address that names no screen. A record that is missing is not this, but its own screen's sentence. */
import { t } from '@munim/contract'
import { IconMapQuestion } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { EmptyState } from '../widgets/empty-state.tsx'
import { Link } from '../widgets/link.tsx'

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

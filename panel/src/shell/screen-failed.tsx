/** A screen that could not be loaded or drawn. The shell around it stays. */

import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { EmptyState } from '../widgets/empty-state.tsx'

export function ScreenFailed({ error }: ErrorComponentProps) {
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        icon={IconAlertTriangle}
        title={t('This page could not be shown')}
        hint={error instanceof Error ? error.message : t('The reason is not known.')}
        action={
          <Button variant="default" onClick={() => location.reload()}>
            {t('Load again')}
          </Button>
        }
      />
    </div>
  )
}

/** The page of a single thing: while it is fetched, and where there is none of its number. */
import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { IconFileOff } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Call } from '../api/use-call.ts'
import { EmptyState } from './empty-state.tsx'
import { Link } from './link.tsx'
import { Loaded } from './loaded.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'

/** The page of what the address names: of another one nothing of this one is shown meanwhile. */
export const byId = (Details: ComponentType<{ readonly id: string }>) =>
  function ById() {
    const { id } = useParams({ strict: false })
    return <Details key={id} id={id!} />
  }

interface Props<T> {
  readonly call: Call<T>
  /** The list that it belongs to. */
  readonly back: { readonly to: Address; readonly words: string }
  readonly children: (answer: T) => ReactNode
}

export function RecordPage<T>({ call, back, children }: Props<T>) {
  // 400: what the address says is no number.
  if (call.state === 'failed' && (call.status === 404 || call.status === 400)) {
    return (
      <div role="alert">
        <title>{t('{title} · Munim Admin', { title: call.message })}</title>
        <EmptyState
          heading="h1"
          icon={IconFileOff}
          title={call.message}
          action={
            <Button component={Link} to={back.to} variant="default">
              {back.words}
            </Button>
          }
        />
      </div>
    )
  }
  return (
    <Loaded call={call} waiting={<RecordSkeleton />}>
      {children}
    </Loaded>
  )
}

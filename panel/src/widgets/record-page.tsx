/** The page of a single thing: while it is fetched, where that failed, and where there is none of its number. */
import { Button } from '@mantine/core'
import { t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import { type Icon, IconAlertTriangle, IconFileOff } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Call } from '../api/use-call.ts'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './link.tsx'
import { again, Loaded } from './loaded.tsx'
import { type ActLines, RecordSkeleton } from './record-skeleton.tsx'

/** The way back to the list that it belongs to, and what is said where there is none of its number. */
interface Missing {
  readonly to: Address
  readonly words: string
  /** The specification's sentence, in place of the server's. */
  readonly title?: string
  readonly icon?: Icon
  /** The way back is a button, not a link (specification 1 §4). */
  readonly isButton?: true
}

/** The page of what the address names: of another one nothing of this one is shown meanwhile. */
export const byId = (
  Details: ComponentType<{ readonly id: string }>,
  nameless?: Missing & { readonly title: string },
) =>
  function ById() {
    const { id } = useParams({ strict: false })
    return id === undefined && nameless ? <NoRecord {...nameless} /> : <Details key={id} id={id!} />
  }

interface NoRecordProps extends Missing {
  readonly title: string
  /** Where it may be there all the same. */
  readonly retry?: () => void
}

function NoRecord({ to, words, title, icon = IconFileOff, isButton, retry }: NoRecordProps) {
  const navigate = useNavigate()
  return (
    <div role="alert">
      <title>{t('{title} · Munim Admin', { title })}</title>
      <EmptyState
        heading="h1"
        icon={icon}
        title={title}
        action={
          <div className="mu-acts">
            {retry && <Button onClick={again(retry)}>{t('Retry')}</Button>}
            {isButton ? (
              <Button onClick={() => void navigate({ to })}>{words}</Button>
            ) : (
              <LinkButton to={to}>{words}</LinkButton>
            )}
          </div>
        }
      />
    </div>
  )
}

interface Props<T> {
  readonly call: Call<T>
  readonly back: Missing
  readonly acts?: ActLines
  readonly children: (answer: T) => ReactNode
}

export function RecordPage<T>({ call, back, acts = 1, children }: Props<T>) {
  // 400: what the address says is no number.
  if (call.state === 'failed' && (call.status === 404 || call.status === 400))
    return <NoRecord {...back} title={back.title ?? call.message} />
  if (call.state === 'failed')
    return <NoRecord {...back} title={call.message} icon={IconAlertTriangle} retry={call.retry} />
  return (
    <Loaded call={call} waiting={<RecordSkeleton acts={acts} />}>
      {children}
    </Loaded>
  )
}

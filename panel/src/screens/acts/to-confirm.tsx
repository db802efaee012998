/** Acts above a limit: what another administrator asked for, to confirm or decline, and what one has asked for oneself. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { actInWords } from '../../widgets/act-in-words.ts'
import { Entries, EntriesSkeleton, Entry, EntryBy, EntryNote } from '../../widgets/entries.tsx'
import { choices } from '../../widgets/filters.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import { Sentence } from '../../widgets/sentence.tsx'
import { Status } from '../../widgets/status.tsx'
import { lengthInWords, useNow } from '../../widgets/times.ts'
import { When } from '../../widgets/when.tsx'
import type { Act } from './act.ts'
import { DecideAct } from './decide-act.tsx'
import { Effect } from './effect.tsx'

interface Deciding {
  readonly act: Act
  readonly how: 'confirm' | 'decline'
}

export function ToConfirm() {
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  return (
    <ListScreen
      head={{
        title: t('To confirm'),
        facts: t('Above a limit an act is done when another administrator confirms it.'),
        isStill: true,
      }}
      of={api.acts.list}
      filters={{
        status: choices(t('Filter by status'), [
          ['', t('Waiting')],
          ['decided', t('Decided')],
        ]),
      }}
      body={({ status }) => ({ waits: status !== 'decided' })}
      draw={(shown, { caption }) => (
        <Entries caption={caption}>
          {shown.map((act) => (
            <ActEntry key={act.id} act={act} onDecide={(how) => setDeciding({ act, how })} />
          ))}
        </Entries>
      )}
      skeleton={<EntriesSkeleton />}
      below={({ call }) =>
        deciding && (
          <DecideAct
            {...deciding}
            latest={
              call.state === 'ready' ? call.answer.data.find(({ id }) => id === deciding.act.id) : undefined
            }
            onClose={() => setDeciding(null)}
          />
        )
      }
      caption={t('Acts that wait for a second person')}
      empty={{
        title: t('Nothing to confirm'),
        icon: IconUserCheck,
        hint: t('What another administrator asks for above a limit appears here at once.'),
      }}
    />
  )
}

interface EntryProps {
  readonly act: Act
  readonly onDecide: (how: Deciding['how']) => void
}

const OUTCOMES = {
  waiting: ['waiting', t('Waiting')],
  confirmed: ['good', t('Confirmed')],
  declined: ['bad', t('Declined')],
  withdrawn: ['neutral', t('Withdrawn')],
  expired: ['neutral', t('Over')],
} as const

function ActEntry({ act, onDecide }: EntryProps) {
  const { at, outcome, mayDecide, whyOnlyDecline, isOwn, refusal } = act
  const isWaiting = outcome === 'waiting'
  const [tone, word] = OUTCOMES[outcome]
  return (
    <Entry
      title={actInWords(act)}
      beside={<Status is={tone}>{word}</Status>}
      aside={<When at={at} as="short" />}
      actions={
        isWaiting && (
          <>
            {mayDecide && (
              <Button variant="light" px={9} disabled={refusal !== null} onClick={() => onDecide('confirm')}>
                {t('Confirm')}
              </Button>
            )}
            {(mayDecide || whyOnlyDecline) && (
              <Button variant="subtle" color="red" px={9} onClick={() => onDecide('decline')}>
                {t('Decline')}
              </Button>
            )}
            {isOwn && <Withdraw act={act} />}
          </>
        )
      }
    >
      <Effect act={act} />
      {whyOnlyDecline && <EntryBy>{whyOnlyDecline}</EntryBy>}
      {isWaiting ? <Waiting act={act} /> : <Decided act={act} />}
    </Entry>
  )
}

function Waiting({ act: { asker, at, expiresAt, isOwn, confirmers } }: { readonly act: Act }) {
  const now = useNow()
  const ago = lengthInWords(now.getTime() - new Date(at).getTime())
  const left = lengthInWords(new Date(expiresAt).getTime() - now.getTime())
  return (
    <EntryBy>
      {isOwn
        ? t('You asked for it {ago} ago. It is over in {left}.', { ago, left })
        : t('{name} asked for it {ago} ago. It is over in {left}.', {
            name: asker.userName,
            ago,
            left,
          })}{' '}
      {confirmers.length === 0
        ? t('No other administrator may confirm it.')
        : isOwn && t('{names} may confirm it.', { names: confirmers.join(', ') })}
    </EntryBy>
  )
}

function Decided({ act: { asker, outcome, decidedBy, decidedAt, note } }: { readonly act: Act }) {
  return (
    <>
      <EntryBy>
        {t('Asked for by {name}.', { name: asker.userName })}{' '}
        {outcome === 'withdrawn' && decidedBy === '' && t('It was withdrawn at the server.')}
        {decidedBy !== '' && decidedAt !== null && (
          <Sentence
            of={
              outcome === 'confirmed'
                ? '{name} confirmed it {at}.'
                : outcome === 'declined'
                  ? '{name} declined it {at}.'
                  : '{name} withdrew it {at}.'
            }
            name={decidedBy}
            at={<When at={decidedAt} as="short" />}
          />
        )}
      </EntryBy>
      {note !== '' && <EntryNote>{note}</EntryNote>}
    </>
  )
}

function Withdraw({ act }: { readonly act: Act }) {
  const withdrawing = useAction(api.acts.withdraw, {
    refreshes: [api.acts.list, api.acts.waiting],
    onDone: () => tellDone(t('Withdrawn: nothing was done')),
    onFailed: tellFailed,
  })
  return (
    <Button
      variant="subtle"
      px={9}
      loading={withdrawing.isPending}
      // The next act lies under the pointer then.
      onClick={byOneClick(() => void withdrawing.run({ id: act.id }))}
    >
      {t('Withdraw it')}
    </Button>
  )
}

/** What a second person should look at: early results, other numbers, late reverts … each with a note once one has. */
import { Button } from '@mantine/core'
import { api, SUSPICION_NOTE_MAX, t } from '@munim/contract'
import { IconEyeCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { RecordLink } from '../../game/record-links.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { CountedField, wrongInNote } from '../../widgets/counted-field.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Entries, EntriesSkeleton, Entry, EntryBy, EntryNote } from '../../widgets/entries.tsx'
import { choices, select } from '../../widgets/filters.tsx'
import { Link } from '../../widgets/link.tsx'
import { PlayerLinks } from '../../widgets/player-links.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { Status } from '../../widgets/status.tsx'
import { dayOf, When } from '../../widgets/when.tsx'
import {
  isAboutPeople,
  KIND_OPTIONS,
  kindInWords,
  QUEUE,
  type Suspicion,
  sentenceOf,
  useLooking,
} from './suspicion.tsx'
import styles from './to-look-at.module.css'

export function ToLookAt() {
  const [looking, setLooking] = useState<Suspicion | null>(null)
  return (
    <>
      <ListScreen
        head={{
          title: t('To look at'),
          from: { name: t('Reports'), to: '/reports' },
          facts: t('What would help an insider, and often has a good reason. Nothing was hindered by it.'),
          isStill: true,
        }}
        of={api.reports.suspicions}
        filters={{
          status: choices(t('Filter by status'), [
            ['', t('To look at')],
            ['looked', t('Looked at')],
            ['all', t('All')],
          ]),
          kind: select(t('Kind'), KIND_OPTIONS, { width: 172 }),
        }}
        body={({ status, ...filters }) => ({
          ...filters,
          ...(status !== 'all' && { looked: status === 'looked' }),
        })}
        queue={({ status }) => (status === '' ? QUEUE : null)}
        draw={(shown, { caption }) => (
          <Entries caption={caption}>
            {shown.map((suspicion) => (
              <SuspicionEntry key={suspicion.id} suspicion={suspicion} onLook={() => setLooking(suspicion)} />
            ))}
          </Entries>
        )}
        skeleton={<EntriesSkeleton />}
        caption={(isQueue) =>
          isQueue
            ? t('What is to be looked at, the oldest first')
            : t('What is to be looked at, the latest first')
        }
        counted={(count) =>
          t('{count, plural, one {# more to look at} other {# more to look at}}', { count })
        }
        empty={{
          title: t('Nothing to look at'),
          icon: IconEyeCheck,
          hint: t(
            'Early results, other numbers after a revert, bids reverted and draws voided late, moved times and large wins appear here.',
          ),
          done: {
            hint: t('All of it was looked at.'),
            button: t('Show what was looked at'),
            change: { status: 'looked' },
          },
        }}
      />
      {looking && <LookAt suspicion={looking} onClose={() => setLooking(null)} />}
    </>
  )
}

interface EntryProps {
  readonly suspicion: Suspicion
  readonly onLook: () => void
}

function SuspicionEntry({ suspicion, onLook }: EntryProps) {
  const { at, actorName, lookedAt, lookedBy, note } = suspicion
  const isOpen = lookedAt === null
  return (
    <Entry
      title={kindInWords(suspicion)}
      beside={
        isOpen && (
          <Status is="waiting" isFilled>
            {t('New')}
          </Status>
        )
      }
      aside={<When at={at} />}
      actions={
        isOpen && (
          <Button variant="light" px={9} onClick={onLook}>
            {t('I looked at it')}
          </Button>
        )
      }
    >
      <About suspicion={suspicion} />
      <p>{sentenceOf(suspicion)}</p>
      {!isAboutPeople(suspicion) && <EntryBy>{t('Done by {name}', { name: actorName })}</EntryBy>}
      {lookedAt !== null && note !== '' && (
        <EntryNote
          by={
            <Sentence of="{name} looked at it {at}" name={lookedBy} at={<When at={lookedAt} as="short" />} />
          }
        >
          {note}
        </EntryNote>
      )}
    </Entry>
  )
}

/** The draw, the player, the bid and the request that it is about, each a way there. */
function About({
  suspicion: { market, market_date, User, bidId, requestId },
}: {
  readonly suspicion: Suspicion
}) {
  return (
    <p className={`mu-flow ${styles.about}`}>
      {market && (
        <Link to={`/market/details/${market.id}`} className="mu-thumb">
          {market.name}
          {market_date && ` · ${dayOf(market_date)}`}
        </Link>
      )}
      {User && <PlayerLinks of={[User]} isAlone />}
      {bidId !== null && <RecordLink is="bid" id={bidId} as="words" />}
      {requestId !== null && <RecordLink is="request" id={requestId} as="words" />}
    </p>
  )
}

function LookAt({ suspicion, onClose }: { readonly suspicion: Suspicion; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [hasTried, setTried] = useState(false)
  const looking = useLooking({ onDone: onClose })
  const note = typed.trim()
  const wrong = wrongInNote(note, SUSPICION_NOTE_MAX, true)

  function keep() {
    if (wrong) return showWrong(() => setTried(true))
    void looking.run({ id: suspicion.id, note })
  }
  return (
    <Dialog
      title={t('I looked at it')}
      line={kindInWords(suspicion)}
      act={t('Keep the note')}
      doing={looking}
      onAct={keep}
      onClose={onClose}
    >
      <About suspicion={suspicion} />
      <p>{sentenceOf(suspicion)}</p>
      <CountedField
        label={t('What you found')}
        rows={3}
        most={SUSPICION_NOTE_MAX}
        value={typed}
        onType={setTyped}
        error={hasTried || note.length > SUSPICION_NOTE_MAX ? wrong : undefined}
        isFirst
      />
    </Dialog>
  )
}

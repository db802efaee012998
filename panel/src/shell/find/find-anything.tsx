/** Find anything: one field, what it finds in groups, and the keyboard alone. What is chosen is kept for the next time. */
import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Answer, api, t } from '@munim/contract'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useMe } from '../../api/may.ts'
import { type Call, useCall } from '../../api/use-call.ts'
import { keyOf } from '../../widgets/keys.ts'
import { again } from '../../widgets/loaded.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import styles from './find-anything.module.css'
import { type Group, groupsOf, type Hit } from './hits.tsx'
import { Options, optionIdOf } from './options.tsx'
import { placesFor } from './places.ts'
import { keepRecent, type Place, readRecent } from './recent.ts'

const WAIT_MS = 120
const TEXT_MAX = 100

type Found = Answer<typeof api.find.anything>

export function FindAnything({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isHurried, setHurried] = useState(false)
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, WAIT_MS)
  const call = useCall(api.find.anything, { text: asked }, asked !== '')
  const rights = useMe()?.rights ?? null
  // Until the answer is of what is typed, the one before stays and is not chosen from by Enter.
  const isCurrent = text === '' || (asked === text && isAnswered(call))
  const groups = shown(text, call, rights)
  const hits = groups.flatMap((group) => group.hits)

  function go({ place }: Hit) {
    keepRecent(place)
    onClose()
    void navigate({ to: place.to as '/', search: (place.search ?? {}) as never })
  }
  const first = hits[0]
  useEffect(() => {
    if (!isHurried || !isCurrent) return
    setHurried(false)
    if (first !== undefined) go(first)
  })

  function press(event: KeyboardEvent) {
    const key = keyOf(event)
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + hits.length) % hits.length)
    }
    if (key !== 'Enter') return
    event.preventDefault()
    const hit = hits[chosen]
    if (!isCurrent && chosen === 0) setHurried(true)
    else if (hit !== undefined) go(hit)
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={620}
      centered={false}
      yOffset="9vh"
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
    >
      <Modal.Overlay backgroundOpacity={0.42} color="#0e1015" onClick={byOneClick(onClose)} />
      <Modal.Content radius="md" aria-label={t('Search or jump')}>
        <TextInput
          className={styles.field}
          variant="unstyled"
          data-autofocus
          role="combobox"
          aria-label={t('Search by name, mobile, account, reference or number')}
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(hits.length > 0 && { 'aria-activedescendant': optionIdOf(listId, chosen) })}
          placeholder={t('Name, mobile, account, UTR, #number, market, screen')}
          spellCheck={false}
          maxLength={TEXT_MAX}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(0)
            setHurried(false)
          }}
          onKeyDown={press}
        />
        <Options id={listId} groups={groups} chosen={chosen} onPoint={setChosen} onGo={go} />
        <Said text={text} call={call} isCurrent={isCurrent} found={hits.length} />
        <p className={`mu-note ${styles.foot}`} aria-hidden="true">
          {t('Arrows choose · Enter opens · Esc closes')}
        </p>
      </Modal.Content>
    </Modal.Root>
  )
}

const isAnswered = (call: Call<Found>): boolean =>
  call.state === 'failed' || (call.state === 'ready' && !call.isRefreshing)

/** Where nothing is typed, what was gone to last and where one may go; else what is found, then screens and acts. */
function shown(text: string, call: Call<Found>, rights: readonly string[] | null): readonly Group[] {
  const { screens, acts } = placesFor(text, rights)
  const asHits = (places: readonly Place[]) =>
    places.map(({ label, about, to, search }) => ({ place: { label, about, to, search } as Place }))
  const found =
    text !== '' && call.state === 'ready' && call.outdated === null ? groupsOf(call.answer.data, text) : []
  const own = [
    ...(text === '' ? [{ title: t('Recent'), hits: asHits(readRecent()) }] : []),
    { title: t('Acts'), hits: asHits(acts) },
    { title: t('Go to'), hits: asHits(screens) },
  ].filter(({ hits }) => hits.length > 0)
  return [...found, ...own]
}

interface SaidProps {
  readonly text: string
  readonly call: Call<Found>
  readonly isCurrent: boolean
  readonly found: number
}

/** What it came to, also for who can't see it. */
function Said({ text, call, isCurrent, found }: SaidProps) {
  const failure = call.state === 'failed' ? call.message : call.state === 'ready' && call.outdated?.message
  const isFailed = text !== '' && isCurrent && Boolean(failure)
  return (
    <div className={`mu-flow mu-plain ${styles.said}`} role="status">
      {isFailed ? (
        <>
          {failure}{' '}
          <button type="button" onClick={again(() => call.state !== 'loading' && call.retry())}>
            {t('Retry')}
          </button>
        </>
      ) : !isCurrent ? (
        t('Searching…')
      ) : text !== '' && found === 0 ? (
        <>
          <strong>{t('Nothing found')}</strong>
          <span>{t('Try a whole mobile, reference or number, or three letters of a name.')}</span>
        </>
      ) : (
        <span className="mu-hidden">{t('{found, plural, one {# result} other {# results}}', { found })}</span>
      )}
    </div>
  )
}

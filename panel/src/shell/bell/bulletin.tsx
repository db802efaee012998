/** What the bell opens: what needs a person, each with the way to where it is mended, and below it what was told. */
import { type Answer, api, t } from '@munim/contract'
import type { Address } from '@munim/contract/screens'
import {
  type Icon,
  IconAlertTriangle,
  IconAnchor,
  IconBook2,
  IconCheck,
  IconDatabaseExport,
  IconDevices,
  IconEye,
  IconGauge,
  IconInfoCircle,
  IconSend,
  IconServer,
  IconTargetArrow,
  IconUserCheck,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { address } from '../../api/use-address.ts'
import type { Call } from '../../api/use-call.ts'
import { Link } from '../../widgets/link.tsx'
import { again } from '../../widgets/loaded.tsx'
import { useNotice } from '../../widgets/notice.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { momentOf, When } from '../../widgets/when.tsx'
import styles from './bell.module.css'

type Alerts = Answer<typeof api.alerts.list>
type Alert = Alerts['data'][number]

const ICONS: Readonly<Record<Alert['kind'], Icon>> = {
  books: IconAlertTriangle,
  declare: IconTargetArrow,
  push: IconSend,
  backup: IconDatabaseExport,
  confirm: IconUserCheck,
  look: IconEye,
  day: IconBook2,
  limits: IconGauge,
  disk: IconServer,
  anchors: IconAnchor,
  device: IconDevices,
}
const TOLD = {
  done: [IconCheck, 'mu-up'],
  failed: [IconAlertTriangle, 'mu-red'],
  note: [IconInfoCircle, 'mu-soft'],
} as const

interface Props {
  readonly alerts: Call<Alerts>
  /** Whether anything of it falls to who is signed in. */
  readonly mayAsk: boolean
  readonly onLeave: () => void
}

export function Bulletin({ alerts, mayAsk, onLeave }: Props) {
  const past = useNotice((notices) => notices.past)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the screen is scrolled by keys.
    <div className={`mu-ruled ${styles.lists}`} tabIndex={0} data-autofocus>
      {mayAsk && (
        <Part title={t('Needs you')}>
          <Needs alerts={alerts} onLeave={onLeave} />
        </Part>
      )}
      <Part title={t('Told in this session')}>
        {past.length === 0 ? (
          <p className={`mu-soft ${styles.none}`}>
            {t('What your acts come to is kept here until you sign out or reload.')}
          </p>
        ) : (
          <ul className={styles.list}>
            {past.map(({ id, tone, text, at }) => {
              const [Glyph, ink] = TOLD[tone]
              return (
                <li key={id} className={`mu-wraps ${styles.line}`}>
                  <Glyph size={16} stroke={1.8} className={ink} aria-hidden />
                  <span className={`mu-rest ${styles.words}`}>{text}</span>
                  <time className={`mu-note ${styles.time}`} dateTime={at.toISOString()}>
                    {momentOf(at)}
                  </time>
                </li>
              )
            })}
          </ul>
        )}
      </Part>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={`mu-small mu-medium ${styles.title}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function Needs({ alerts, onLeave }: Pick<Props, 'alerts' | 'onLeave'>) {
  const fresh = useFresh(alerts)
  if (alerts.state === 'loading')
    return (
      <p className={`mu-soft ${styles.none}`} aria-busy="true">
        {t('Looking …')}
      </p>
    )
  const failure = alerts.state === 'failed' ? alerts.message : alerts.outdated?.message
  return (
    <>
      {failure !== undefined && (
        <p className={`mu-red ${styles.none}`} role="alert">
          {failure}{' '}
          <button type="button" onClick={again(alerts.retry)}>
            {t('Retry')}
          </button>
        </p>
      )}
      {alerts.state === 'ready' && alerts.answer.data.length === 0 && (
        <p className={`mu-soft ${styles.none}`}>{t('Nothing needs you now.')}</p>
      )}
      {alerts.state === 'ready' && alerts.answer.data.length > 0 && (
        <ul className={styles.list}>
          {alerts.answer.data.map((alert) => (
            <Need key={alert.id} alert={alert} isFresh={fresh.has(alert.id)} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Tells the server what is shown now; what was new is marked for as long as the bell is open. */
function useFresh(alerts: Call<Alerts>): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const seeing = useAction(api.alerts.see, { refreshes: [api.alerts.list], isSilent: true })
  const unseen = alerts.state === 'ready' ? alerts.answer.data.filter(({ isSeen }) => !isSeen) : []
  const ids = unseen.map(({ id }) => id)
  const see = useEffectEvent(() => {
    if (ids.length === 0) return
    setFresh((before) => new Set([...before, ...ids]))
    void seeing.run({ ids })
  })
  const shown = ids.join('\n')
  useEffect(() => see(), [shown])
  return fresh
}

interface NeedProps {
  readonly alert: Alert
  readonly isFresh: boolean
  readonly onLeave: () => void
}

function Need({ alert: { kind, sentence, since, address: to }, isFresh, onLeave }: NeedProps) {
  const Glyph = ICONS[kind]
  const [path = '', search = ''] = (to ?? '').split('?')
  return (
    <li className={`mu-wraps ${styles.line}`} data-fresh={isFresh || undefined}>
      <Glyph size={16} stroke={1.8} className={kind === 'books' ? 'mu-red' : 'mu-amber'} aria-hidden />
      <span className={`mu-rest ${styles.words}`}>
        {to === null ? (
          sentence
        ) : (
          <Link to={path as Address} search={address.parse(search)} onClick={onLeave}>
            {sentence}
          </Link>
        )}
        <span className={`mu-note mu-gap-8 ${styles.since}`}>
          <span>
            <Sentence of="since {when}" when={<When at={since} as="short" />} />
          </span>
          {isFresh && <span className="mu-name mu-link">{t('new')}</span>}
        </span>
      </span>
    </li>
  )
}

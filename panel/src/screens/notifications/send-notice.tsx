/** The form of a new notice; beside it, the notice as players will read it. */
import { Button } from '@mantine/core'
import { api, DESCRIPTION_MAX, TITLE_MAX, t } from '@munim/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Also, useAlso } from '../../widgets/also.tsx'
import { CountedField } from '../../widgets/counted-field.tsx'
import columns from '../../widgets/form-columns.module.css'
import { later } from '../../widgets/later.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { type Draft, EMPTY, isFine, trimmed, wrongInNew } from './notice.ts'
import styles from './send-notice.module.css'

const AskBroadcast = later(() => import('../../push/ask-broadcast.tsx').then((m) => m.AskBroadcast))

/** What is typed and the call that sends it, which both outlast a look at the other tab: one click sends one notice. */
export function useNewNotice() {
  const [draft, onType] = useState(EMPTY)
  const also = useAlso({
    to: api.push.sendToAll,
    refreshes: [api.push.list, api.push.stats],
    label: t('Also send as a push notification'),
    done: ({ data: { state, notifications_sent: sent } }) =>
      state === 'kept'
        ? t(
            'Push notification kept for {sent, plural, one {# user} other {# users}}, until push is connected',
            { sent },
          )
        : t('Push notification sent to {sent, plural, one {# user} other {# users}}', { sent }),
    failed: (why) => t('The push notification was not sent: {why}', { why }),
    left: (title) => t('“{title}” is not sent as a push notification yet.', { title }),
  })
  const sending = useAction(api.notifications.send, {
    refreshes: [api.notifications.list],
    onDone: (_, { title, description }) => {
      onType((now) => (now === draft ? EMPTY : now))
      also.go(t('Notification sent successfully!'), { title, description, notificationType: 'personal' })
    },
    onFailed: tellFailed,
  })
  return { draft, onType, sending, also }
}

export function SendNotice({ draft, onType, sending, also }: ReturnType<typeof useNewNotice>) {
  const [hasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const reach = useCall(api.push.stats, {}, also.isChosen)
  const wrong = wrongInNew(draft)
  // What is missing is said when one sends; what is too long, while one types.
  const isSaid = (text: string, most: number) => hasTried || text.trim().length > most

  function send(event: FormEvent) {
    event.preventDefault()
    if (!isFine(wrong)) return showWrong(() => setTried(true))
    setTried(false)
    if (also.isChosen) setAsking(true)
    else void go()
  }
  async function go() {
    await sending.run(trimmed(draft))
    setAsking(false)
  }
  return (
    <div className={`mu-columns ${columns.columns}`}>
      <PanelCard title={t('New notification')} aside={t('every player reads it in the app')}>
        <form onSubmit={send} noValidate className="mu-form">
          <CountedField
            label={t('Title')}
            most={TITLE_MAX}
            value={draft.title}
            onType={(title) => onType({ ...draft, title })}
            error={isSaid(draft.title, TITLE_MAX) ? wrong.title : undefined}
          />
          <CountedField
            label={t('Description')}
            placeholder={t('Optional')}
            rows={6}
            most={DESCRIPTION_MAX}
            value={draft.description}
            onType={(description) => onType({ ...draft, description })}
            error={isSaid(draft.description, DESCRIPTION_MAX) ? wrong.description : undefined}
          />
          {also.left !== null && <Also {...also} />}
          <div className="mu-row mu-flow mu-gap-12 mu-keyed">
            {also.left === null && <Also {...also} />}
            <Allowed to={api.notifications.send}>
              <Button
                variant="filled"
                type="submit"
                size="md"
                loading={sending.isPending || also.isPending}
                className={`mu-end ${styles.send}`}
              >
                {t('Send')}
              </Button>
            </Allowed>
          </div>
        </form>
      </PanelCard>
      <Preview {...trimmed(draft)} />
      {isAsking && (
        <AskBroadcast
          draft={{ ...draft, notificationType: 'personal' }}
          users={reach.state === 'ready' ? reach.answer.data.users : null}
          isPending={sending.isPending}
          onSend={() => void go()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function Preview({ title, description }: Draft) {
  return (
    <PanelCard title={t('As players read it')}>
      {title === '' && description === '' ? (
        <p className="mu-small">{t('Nothing is typed yet.')}</p>
      ) : (
        <>
          <p className="mu-strong mu-wraps">{title || '–'}</p>
          <p className={`mu-wraps mu-plain mu-written ${styles.description}`}>{description}</p>
          <p className="mu-small">{t('now')}</p>
        </>
      )}
    </PanelCard>
  )
}

/** One tab: the form of a message; beside it, who receives it. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { api, type Body, DESCRIPTION_MAX, TITLE_MAX, t, wrongInTitle } from '@munim/contract'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useAddress } from '../../api/use-address.ts'
import { PlayerPicker } from '../../game/player-picker.tsx'
import type { Users } from '../../push/reach.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Also, useAlso } from '../../widgets/also.tsx'
import { Choices } from '../../widgets/choices.tsx'
import { CountedField } from '../../widgets/counted-field.tsx'
import columns from '../../widgets/form-columns.module.css'
import { later } from '../../widgets/later.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import {
  bodyOf,
  type Draft,
  EMPTY,
  isFine,
  KINDS,
  type Kind,
  readUserId,
  type Sent,
  sentInWords,
  TOLD_MS,
  withoutUserId,
  withUserId,
  wrongIn,
} from './draft.ts'
import styles from './push-form.module.css'
import { Receivers } from './receivers.tsx'

const AskBroadcast = later(() => import('../../push/ask-broadcast.tsx').then((m) => m.AskBroadcast))

const SENDS = { single: api.push.sendToUser, broadcast: api.push.sendToAll, multiple: api.push.sendToMany }
const TYPES = [
  ['personal', t('Personal')],
  ['result', t('Result')],
] as const

/**
 * What is typed and the calls that send it, which all outlast a change of the tab: one click sends one message. It is one
 * message, whomever it goes to.
 */
export function useMessage() {
  const [draft, onType] = useState(EMPTY)
  // It leads here from a profile, and from Find anything while it is open: taken once, or the same one again would not be.
  const { user, set } = useAddress({ user: '' })
  const take = useEffectEvent((userId: string) => {
    onType((now) => ({ ...now, userId }))
    set({ user: '' }, 'replace')
  })
  useEffect(() => {
    if (readUserId(user) !== null) take(user.trim())
  }, [user])
  const also = useAlso({
    to: api.notifications.send,
    refreshes: [api.notifications.list],
    label: t('Also publish as a notification'),
    done: () => t('Notification sent successfully!'),
    failed: (why) => t('The notification was not published: {why}', { why }),
    left: (title) => t('“{title}” is not published as a notification yet.', { title }),
    lastsMs: TOLD_MS,
  })
  const clear = () =>
    onType((now) => (now === draft ? { ...EMPTY, notificationType: draft.notificationType } : now))
  const options = {
    refreshes: [api.push.list, api.push.stats],
    onDone: ({ data }: { data: Sent }) => {
      clear()
      tellDone(sentInWords(data), TOLD_MS)
    },
    onFailed: tellFailed,
  }
  const toAll = {
    ...options,
    onDone: ({ data }: { data: Sent }, { title, description }: Body<typeof SENDS.broadcast>) => {
      clear()
      also.go(sentInWords(data), { title, description })
    },
  }
  const sends = {
    single: useAction(SENDS.single, options),
    broadcast: useAction(SENDS.broadcast, toAll),
    multiple: useAction(SENDS.multiple, options),
  }
  return { draft, onType, sends, also }
}

interface Props extends ReturnType<typeof useMessage> {
  readonly kind: Kind
  readonly users: Users | null
}

export function PushForm({ kind, draft, onType, sends, also, users }: Props) {
  const [hasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isPending = also.isPending || KINDS.some((each) => sends[each].isPending)
  const isBoth = kind === 'broadcast' && also.isChosen
  const wrongTitle = isBoth ? wrongInTitle(draft.title.trim()) : undefined
  const wrong = { ...wrongIn(kind, draft), ...(wrongTitle !== undefined && { title: wrongTitle }) }
  const change = (to: Partial<Draft>) => onType({ ...draft, ...to })
  async function send() {
    if (isPending) return
    await (sends[kind] as typeof sends.multiple).run(bodyOf(kind, draft) as Body<typeof api.push.sendToMany>)
    setAsking(false)
  }
  // What is missing is said when one sends; what is too long, while one types.
  const isSaid = (text: string, most: number) => hasTried || text.trim().length > most

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isFine(wrong)) return showWrong(() => setTried(true))
    setTried(false)
    if (kind === 'broadcast') setAsking(true)
    else void send()
  }
  return (
    <div className={`mu-columns ${columns.columns}`}>
      <PanelCard title={t('New push notification')}>
        <form onSubmit={submit} noValidate className="mu-form">
          {kind === 'single' && (
            <div className={`mu-form mu-phone-column ${styles.one}`}>
              <PlayerPicker onPick={(id) => change({ userId: String(id) })} />
              <TextInput
                label={t('User ID')}
                inputMode="numeric"
                value={draft.userId}
                onChange={(event) => change({ userId: event.currentTarget.value.replaceAll(/\D/g, '') })}
                error={hasTried && wrong.userId}
              />
            </div>
          )}
          {kind === 'multiple' && (
            <PlayerPicker onPick={(id) => change({ userIds: withUserId(draft.userIds, id) })} />
          )}
          {kind === 'multiple' && (
            // A field of one line would drop the line breaks of a pasted column.
            <Textarea
              label={t('User IDs')}
              rows={2}
              placeholder="12, 7, 41"
              autoComplete="off"
              value={draft.userIds}
              onChange={(event) => change({ userIds: event.currentTarget.value })}
              error={hasTried && wrong.userIds}
            />
          )}
          <CountedField
            label={t('Title')}
            most={TITLE_MAX}
            value={draft.title}
            onType={(title) => change({ title })}
            error={isSaid(draft.title, TITLE_MAX) ? wrong.title : undefined}
          />
          <CountedField
            label={t('Description')}
            placeholder={t('Optional')}
            rows={3}
            most={DESCRIPTION_MAX}
            value={draft.description}
            onType={(description) => change({ description })}
            error={isSaid(draft.description, DESCRIPTION_MAX) ? wrong.description : undefined}
          />
          {kind === 'broadcast' && <Also {...also} />}
          <div className="mu-row mu-ends mu-flow mu-gap-12 mu-keyed">
            <Choices
              label={t('Notification type')}
              choices={TYPES}
              value={draft.notificationType}
              onChoose={(notificationType) => change({ notificationType })}
            />
            <Allowed to={SENDS[kind]}>
              <Button
                variant="filled"
                type="submit"
                size="md"
                loading={isPending && !isAsking}
                className={styles.send}
              >
                {t('Send')}
              </Button>
            </Allowed>
          </div>
        </form>
      </PanelCard>
      <PanelCard title={t('Who receives it')}>
        <Receivers
          kind={kind}
          draft={draft}
          users={users}
          onDrop={(id) => change({ userIds: withoutUserId(draft.userIds, id) })}
        />
      </PanelCard>
      {isAsking && (
        <AskBroadcast
          draft={draft}
          users={users}
          isPending={isPending}
          onSend={() => void send()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

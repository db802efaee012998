/** The form of a new notice; beside it, the notice as players will read it. */
import { Button } from '@mantine/core'
import { api, DESCRIPTION_MAX, TITLE_MAX, t } from '@munim/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { CountedField } from '../../widgets/counted-field.tsx'
import columns from '../../widgets/form-columns.module.css'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { type Draft, EMPTY, isFine, trimmed, wrongInNew } from './notice.ts'
import styles from './send-notice.module.css'

/** What is typed and the call that sends it, which both outlast a look at the other tab: one click sends one notice. */
export function useNewNotice() {
  const [draft, onType] = useState(EMPTY)
  const sending = useAction(api.notifications.send, {
    refreshes: [api.notifications.list],
    onDone: () => {
      onType((now) => (now === draft ? EMPTY : now))
      tellDone(t('Notification sent successfully!'))
    },
    onFailed: tellFailed,
  })
  return { draft, onType, sending }
}

export function SendNotice({ draft, onType, sending }: ReturnType<typeof useNewNotice>) {
  const [hasTried, setTried] = useState(false)
  const wrong = wrongInNew(draft)
  // What is missing is said when one sends; what is too long, while one types.
  const isSaid = (text: string, most: number) => hasTried || text.trim().length > most

  function send(event: FormEvent) {
    event.preventDefault()
    if (!isFine(wrong)) return showWrong(() => setTried(true))
    setTried(false)
    void sending.run(trimmed(draft))
  }
  return (
    <div className={columns.columns}>
      <PanelCard title={t('New notification')} aside={t('every player reads it in the app')}>
        <form onSubmit={send} noValidate className={columns.form}>
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
          <Allowed to={api.notifications.send}>
            <Button type="submit" size="md" loading={sending.isPending} className={styles.send}>
              {t('Send')}
            </Button>
          </Allowed>
        </form>
      </PanelCard>
      <Preview {...trimmed(draft)} />
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
          <p className={styles.title}>{title || '–'}</p>
          <p className={styles.description}>{description}</p>
          <p className="mu-small">{t('now')}</p>
        </>
      )}
    </PanelCard>
  )
}

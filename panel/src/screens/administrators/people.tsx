/** The administrators: who they are, whether they are here, and what can be done about each. */

import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useMe } from '../../api/may.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { ACTIONS, type Column } from '../../widgets/column.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { tellFailed } from '../../widgets/notice.tsx'
import { RecordsOf, RecordsSkeleton } from '../../widgets/records.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import { wrongInPassword } from './add-administrator.tsx'
import { type Administrator, type Listed, type Role, useBeyond, useChange } from './administrator.ts'
import styles from './administrators.module.css'
import { EditAdministrator } from './edit-administrator.tsx'
import { FirstPassword } from './fields.tsx'

type Asked = { readonly is: 'edit' | 'password'; readonly administrator: Administrator } | null

export function People({ listed: { administrators, roles } }: { readonly listed: Listed }) {
  const me = useMe()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  return (
    <>
      <RecordsOf
        rows={administrators}
        keyOf={({ id }) => id}
        columns={columnsOf({ ownId: me?.id, roles, onAsk: setAsked })}
        caption={t('Administrators, the first made first')}
        empty={{ title: t('No administrators found') }}
      />
      {asked?.is === 'edit' && (
        <EditAdministrator administrator={asked.administrator} roles={roles} onClose={close} />
      )}
      {asked?.is === 'password' && <GivePassword to={asked.administrator} onClose={close} />}
    </>
  )
}

export const PeopleSkeleton = () => (
  <RecordsSkeleton columns={columnsOf({ ownId: undefined, roles: [], onAsk: () => undefined })} many={3} />
)

interface Asking {
  readonly ownId: number | undefined
  readonly roles: Listed['roles']
  readonly onAsk: (asked: Asked) => void
}

function columnsOf({ ownId, roles, onAsk }: Asking): readonly Column<Administrator>[] {
  const roleOf = ({ roleId }: Administrator) => roles.find(({ id }) => id === roleId)!
  return [
    {
      title: t('Name'),
      cell: ({ id, userName }) => (
        <>
          <span className="mu-strong mu-wraps">{userName}</span>
          {id === ownId && <span className="mu-plain mu-regular mu-after-6">{t('you')}</span>}
        </>
      ),
      card: 'title',
    },
    { title: t('Role'), cell: (each) => roleOf(each).name, card: 'sub' },
    {
      title: t('Status'),
      cell: (each) => (
        <>
          <State of={each} />
          <AskedFor thing="admin" id={each.id} isLine />
        </>
      ),
      card: 'state',
    },
    {
      title: t('Last seen'),
      cell: ({ lastSeenAt }) => lastSeenAt && <When at={lastSeenAt} as="short" />,
      tone: 'soft',
    },
    { title: t('Second factor'), cell: ({ hasFactor }) => (hasFactor ? t('on') : t('none')), tone: 'soft' },
    { title: t('Sessions'), cell: ({ sessions }) => sessions, align: 'right' },
    {
      ...ACTIONS,
      cell: (each) => (
        <Acts of={each} role={roleOf(each)} onAsk={(is) => onAsk({ is, administrator: each })} />
      ),
    },
  ]
}

function State({ of: { isActive, mustChangePassword } }: { readonly of: Administrator }) {
  if (!isActive)
    return (
      <Status is="bad" isFilled>
        {t('Blocked')}
      </Status>
    )
  return mustChangePassword ? (
    <Status is="waiting">{t('Password to change')}</Status>
  ) : (
    <Status is="good">{t('Active')}</Status>
  )
}

interface ActsProps {
  readonly of: Administrator
  readonly role: Role
  readonly onAsk: (is: 'edit' | 'password') => void
}

/** One's own name may be changed; the rest another administrator does. */
function Acts({ of, role, onAsk }: ActsProps) {
  const { id, userName, isActive, sessions } = of
  const me = useMe()
  const beyond = useBeyond()
  const blocking = useChange(api.administrators.update, {
    done: t(isActive ? '{name} is blocked' : '{name} is unblocked', { name: userName }),
    onFailed: tellFailed,
  })
  const ending = useChange(api.administrators.endSessions, {
    done: t('{name} is signed out everywhere', { name: userName }),
    onFailed: tellFailed,
  })
  const why = beyond(role)
  const isOwn = me?.id === id
  const quiet = { variant: 'subtle', px: 9, disabled: why !== null, title: why ?? undefined } as const

  function block() {
    const question = t('Block {name}? They are signed out everywhere.', { name: userName })
    if (!isActive || window.confirm(question)) void blocking.run({ id, isActive: !isActive })
  }
  function end() {
    if (window.confirm(t('Sign {name} out everywhere?', { name: userName }))) void ending.run({ id })
  }
  return (
    <span className={`mu-tight mu-to-end ${styles.acts}`}>
      <Button {...quiet} onClick={() => onAsk('edit')}>
        {t('Edit')}
      </Button>
      {!isOwn && (
        <>
          <Button {...quiet} onClick={() => onAsk('password')}>
            {t('New Password')}
          </Button>
          {sessions > 0 && (
            <Button {...quiet} color="gray" loading={ending.isPending} onClick={end}>
              {t('Sign Out')}
            </Button>
          )}
          <Button {...quiet} color={isActive ? 'red' : 'gray'} loading={blocking.isPending} onClick={block}>
            {isActive ? t('Block') : t('Unblock')}
          </Button>
        </>
      )}
    </span>
  )
}

/** Gives an administrator a first password again: who forgot theirs, or whose became known. */
function GivePassword({ to, onClose }: { readonly to: Administrator; readonly onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const giving = useChange(api.administrators.setPassword, {
    done: t('{name} has a new first password', { name: to.userName }),
    onDone: onClose,
  })
  const wrong = wrongInPassword(password)

  function give() {
    if (wrong) return showWrong(() => setTried(true))
    void giving.run({ id: to.id, password })
  }
  return (
    <Dialog
      title={t('New Password')}
      line={t('{name} is signed out everywhere, and chooses their own when they sign in.', {
        name: to.userName,
      })}
      act={t('Give')}
      doing={giving}
      onAct={give}
      onClose={onClose}
    >
      <FirstPassword
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={hasTried && wrong}
      />
    </Dialog>
  )
}

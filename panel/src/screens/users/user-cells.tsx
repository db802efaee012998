/** The cells of a player's row. Those that do something act on their own, so that two rows never wait for each other. */

import { ActionIcon, Button, Switch } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Allowed } from '../../widgets/allowed.tsx'
import type { Place } from '../../widgets/column.ts'
import { LinkButton } from '../../widgets/link.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import { Status } from '../../widgets/status.tsx'
import { type UserRow, useUserUpdate } from './user.ts'
import styles from './user-cells.module.css'

interface Props {
  readonly user: UserRow
  readonly place: Place
}

export function Info({ user, place }: Props) {
  return (
    <>
      <span className={`mu-name mu-block mu-dots ${styles.name}`}>{user.user_name}</span>
      <span className="mu-sub">
        <Mobile digits={user.mobile} />
        {place === 'card' && ` · #${user.id}`}
      </span>
    </>
  )
}

const PERMISSIONS = {
  betting: { name: t('Betting'), failed: t('Failed to update betting status') },
  transfer: { name: t('Transfer'), failed: t('Failed to update transfer status') },
} as const

/** Shows what was asked for at once, and what it was before when that is refused. */
export function PermissionSwitch({ user, place, of }: Props & { readonly of: keyof typeof PERMISSIONS }) {
  const { name, failed } = PERMISSIONS[of]
  const [wanted, setWanted] = useState<boolean | null>(null)
  const updating = useUserUpdate({ failed })

  async function change(isOn: boolean) {
    setWanted(isOn)
    await updating.run({ id: user.id, [of]: isOn })
    setWanted(null)
  }
  return (
    <Allowed to={api.users.update}>
      <Switch
        checked={wanted ?? user[of]}
        // A second click waits for the first: two answers may come in another order than their clicks.
        onChange={(event) => updating.isPending || void change(event.currentTarget.checked)}
        {...(place === 'card' ? { label: name } : { 'aria-label': name })}
      />
    </Allowed>
  )
}

export function WhatsAppLink({ user, place }: Props) {
  // Within India a number may begin with a 0, which has no place behind the country's code.
  const digits = user.mobile.replaceAll(/\D/g, '').replace(/^0(?=\d{10}$)/, '')
  const to = {
    href: `https://wa.me/${digits.length === 10 ? `91${digits}` : digits}`,
    target: '_blank',
    rel: 'noopener noreferrer',
    'aria-label': t('WhatsApp chat with {name} (opens in a new tab)', { name: user.user_name }),
  }
  if (place === 'card') {
    return (
      <ActionIcon component="a" size={44} {...to}>
        <IconBrandWhatsapp size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Button
      component="a"
      variant="subtle"
      px={0}
      leftSection={<IconBrandWhatsapp size={16} stroke={1.6} />}
      {...to}
    >
      {t('Chat')}
    </Button>
  )
}

export function RowActions({ user, place }: Props) {
  const list = useLocation({ select: ({ searchStr }) => searchStr })
  const approving = useUserUpdate({
    failed: t('Failed to approve user'),
    done: t('User approved: {name}', { name: user.user_name }),
  })
  const blocking = useUserUpdate({
    failed: t('Failed to update user status'),
    done: t(user.isBlocked ? 'User unblocked: {name}' : 'User blocked: {name}', { name: user.user_name }),
  })
  const isCard = place === 'card'
  const quiet = isCard ? { px: 12 } : { variant: 'subtle', px: 9 }
  const approve = !user.isApproved && !user.hasLeft && (
    <Allowed to={api.users.update}>
      <Button
        variant="light"
        px={isCard ? 12 : 9}
        loading={approving.isPending}
        onClick={() => void approving.run({ id: user.id, isApproved: true })}
      >
        {t('Approve')}
      </Button>
    </Allowed>
  )
  const block = (
    <Allowed to={api.users.update}>
      <Button
        {...quiet}
        color="gray"
        loading={blocking.isPending}
        onClick={byOneClick(() => void blocking.run({ id: user.id, isBlocked: !user.isBlocked }))}
      >
        {user.isBlocked ? t('Unblock') : t('Block')}
      </Button>
    </Allowed>
  )
  const view = (
    <LinkButton {...quiet} to={`/users/details/${user.id}`} state={{ list }}>
      {t('View')}
    </LinkButton>
  )
  if (!isCard) {
    return (
      <span className="mu-tight mu-gap-4">
        {approve}
        {block}
        {view}
      </span>
    )
  }
  return (
    <>
      {approve}
      {view}
      {block}
      <WhatsAppLink user={user} place="card" />
    </>
  )
}

export function BlockStatus({ user }: { readonly user: UserRow }) {
  return user.isBlocked ? (
    <Status is="bad" isFilled>
      {t('Blocked')}
    </Status>
  ) : (
    <Status is="good">{t('Active')}</Status>
  )
}

export function Approval({ user }: { readonly user: UserRow }) {
  if (user.hasLeft && !user.isApproved) return <Status is="neutral">{t('Decided')}</Status>
  return user.isApproved ? (
    <Status is="good">{t('Approved')}</Status>
  ) : (
    <Status is="waiting" isFilled>
      {t('Pending')}
    </Status>
  )
}

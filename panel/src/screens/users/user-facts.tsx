/** What is known of a player, to read; beside it the place where money is added and taken. */
import { type Answer, api, t } from '@munim/contract'
import { type FlagField, PLAYER_FIELDS, type PlayerField } from '@munim/core'
import type { ReactNode } from 'react'
import { useLacking } from '../../api/may.ts'
import { type Call, useCall } from '../../api/use-call.ts'
import { bonusesToPay } from '../../payments/joining.ts'
import { Facts } from '../../widgets/facts.tsx'
import { Link } from '../../widgets/link.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { PlayerLinks } from '../../widgets/player-links.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import { type Funds, ManageFunds } from './manage-funds.tsx'
import { type Group, PROFILE, type TypedField } from './profile-fields.ts'
import type { User } from './user.ts'
import { Approval, BlockStatus } from './user-cells.tsx'
import styles from './user-details.module.css'

interface Props {
  readonly user: User
  readonly isThere: boolean
  readonly funds: Funds
}

export function UserFacts({ user, isThere, funds }: Props) {
  const known = useCall(api.users.payouts, { id: user.id }, isThere)
  return (
    <div className={`mu-columns ${styles.columns}`}>
      <Facts
        cells={[
          [basic(user), wallet(user), notifications(user)],
          [bank(user), payment(user), payouts(user, known)],
        ]}
      />
      <ManageFunds user={user} funds={funds} />
    </div>
  )
}

const basic = (user: User) => ({
  title: t('Basic Information'),
  facts: { [t('User ID')]: user.id, ...factsOf(user, 'Basic Information') },
})

const bank = (user: User) => ({ title: t('Bank Details'), facts: factsOf(user, 'Bank Details') })

type Payouts = Answer<typeof api.users.payouts>

/** What should be known before this player is paid. */
function payouts(user: User, known: Call<Payouts>) {
  const title = t('Payouts')
  if (known.state !== 'ready') {
    return { title, facts: { [t('Paid out')]: known.state === 'failed' ? known.message : '…' } }
  }
  const { sharedWith, sameDevice, seenWith, changes, isFirst, credited, bonus, staked, bonuses } =
    known.answer.data
  const toPay = user.isApproved ? '' : bonusesToPay(bonuses)
  const came =
    bonus > 0 ? (
      <Sentence
        of="{credited} and a bonus of {bonus}"
        credited={<Money rupees={credited} />}
        bonus={<Money rupees={bonus} />}
      />
    ) : (
      <Money rupees={credited} />
    )
  return {
    title,
    facts: {
      [t('Same account')]: sharedWith.length === 0 ? t('no other player') : <PlayerLinks of={sharedWith} />,
      [t('Same device')]: sameDevice.length === 0 ? t('no other player') : <PlayerLinks of={sameDevice} />,
      ...(seenWith.length > 0 && {
        [t('Seen with')]: seenWith.map((seen) => <p key={seen.userName + seen.on}>{seenInWords(seen)}</p>),
      }),
      [t('Changed')]: changes.length === 0 ? t('never') : <Changes of={changes} />,
      [t('Paid out')]: isFirst ? t('never') : t('before'),
      [isFirst ? t('Came in') : t('Came in since')]: came,
      [isFirst ? t('Staked') : t('Staked since')]: <Money rupees={staked} />,
      ...(toPay !== '' && { [t('Bonus')]: toPay }),
    },
  }
}

const seenInWords = ({ userName: name, on }: Payouts['data']['seenWith'][number]) =>
  on === 'device'
    ? t('Administrator {name}: same device', { name })
    : t('Administrator {name}: same address', { name })

function Changes({ of }: { readonly of: Payouts['data']['changes'] }) {
  return of.map(({ at, by, fields }) => (
    <p key={at}>
      <Sentence
        of="{fields} by {who}, {at}"
        fields={fields.map((name) => t(PLAYER_FIELDS[name as PlayerField].label)).join(', ')}
        who={by ?? t('the player')}
        at={<When at={at} as="short" />}
      />
    </p>
  ))
}

const payment = (user: User) => ({ title: t('Payment Methods'), facts: factsOf(user, 'Payment Methods') })

const wallet = (user: User) => ({
  title: t('Wallet Information'),
  facts: {
    [t('Created')]: <When at={user.createdAt} />,
    [t('Updated')]: <When at={user.updatedAt} />,
    [t('Audit')]: (
      <Link to="/reports/audit" search={{ user: String(user.id) }} className="mu-thumb">
        {t('Acts on this player')}
      </Link>
    ),
  },
})

const notifications = (user: User) => ({
  title: t('Notification Settings'),
  facts: {
    [t('Push token')]: <Flag is={user.fcm !== ''} words={[t('Configured'), t('Not Set')]} />,
    [t('Message')]: <PushTo user={user} />,
    ...factsOf(user, 'Notification Settings'),
  },
})

/** The way to writing to this player; nothing for who may not. */
function PushTo({ user: { id } }: { readonly user: User }) {
  if (useLacking(api.push.sendToUser) !== null) return '–'
  return (
    <Link to="/push-notifications" search={{ user: String(id) }} className="mu-thumb">
      {t('Send a push message')}
    </Link>
  )
}

/** How a flag is shown: as a fact of its own, or by a word in the fact of this label. */
type FlagFact = readonly [label: string, shown: string | ((user: User) => ReactNode)]

/** In the order of the facts. */
const FLAGS: Readonly<Record<FlagField, FlagFact>> = {
  isBlocked: [t('Status'), (user) => <BlockStatus user={user} />],
  isApproved: [t('Approval'), (user) => <Approval user={user} />],
  status: [t('Account'), ({ status }) => <Flag is={status} words={[t('in use'), t('switched off')]} />],
  verified: [t('Verified'), ({ verified }) => <Flag is={verified} words={[t('yes'), t('no')]} />],
  betting: [t('May'), t('bet')],
  transfer: [t('May'), t('transfer')],
  personal_notification: [t('Receives'), t('personal')],
  result_notification: [t('Receives'), t('results')],
}
const FLAG_FACTS = Object.entries(FLAGS) as [FlagField, FlagFact][]

/** What is stored in the fields of this group, by core's word for it; the name is in the head of the screen. */
function factsOf(user: User, group: Group): Readonly<Record<string, ReactNode>> {
  const texts = PROFILE.filter(({ title }) => title === group).flatMap((each) => each.texts)
  const flags = FLAG_FACTS.filter(([name]) => PLAYER_FIELDS[name].group === group)
  return Object.fromEntries([
    ...texts
      .filter((name) => name !== 'user_name')
      .map((name) => [t(PLAYER_FIELDS[name].label), textOf(user, name)]),
    ...flags.map(([, [label, shown]]) => [
      label,
      typeof shown === 'string' ? wordsOf(user, label) : shown(user),
    ]),
  ])
}

function textOf(user: User, name: TypedField): ReactNode {
  const isPhone = /^(mobile|number)$/.test(PLAYER_FIELDS[name].kind) && user[name] !== ''
  return isPhone ? <Mobile digits={user[name]} /> : user[name]
}

const wordsOf = (user: User, label: string) =>
  FLAG_FACTS.flatMap(([name, fact]) => (fact[0] === label && user[name] ? [fact[1]] : [])).join(', ') ||
  t('nothing')

function Flag({ is, words }: { readonly is: boolean; readonly words: readonly [string, string] }) {
  return <Status is={is ? 'good' : 'neutral'}>{is ? words[0] : words[1]}</Status>
}

/** What should be known before a withdrawal is paid: short in its row, in sentences in its dialogs. */
import { t } from '@munim/contract'
import { inRupees, isBonusUnplayed, isUnplayed, paiseOf } from '@munim/core'
import type { ReactNode } from 'react'
import { Banner } from '../widgets/banner.tsx'
import { PlayerLinks } from '../widgets/player-links.tsx'
import { Sentence } from '../widgets/sentence.tsx'
import { lengthInWords } from '../widgets/times.ts'
import { When } from '../widgets/when.tsx'
import { BANKS } from './banks.ts'
import type { Request } from './request.ts'

interface Mark {
  readonly short: string
  readonly sentence: ReactNode
}

type Marked = Pick<Request, 'marks' | 'status' | 'createdAt'>
type Marks = NonNullable<Request['marks']>
type Player = Marks['sharedWith'][number]
type Shared = 'sharedWith' | 'sameDevice' | 'seenWith'
type Batch = NonNullable<Marks['batch']>

/** What asks for a second look; none where the request is decided. */
export function payoutMarks({ marks, status, createdAt }: Marked): readonly Mark[] {
  if (!marks || status !== 'pending') return []
  const { isBlocked, payeeChangedAt, sharedWith, sameDevice, seenWith, batch } = marks
  return [
    ...(isBlocked ? [{ short: t('Blocked'), sentence: t('This player is blocked.') }] : []),
    ...(batch ? [toldToBank(batch)] : []),
    ...(payeeChangedAt === null ? [] : [changed(Date.parse(createdAt) - Date.parse(payeeChangedAt))]),
    ...seenWith.map(seen),
    ...sharing(sharedWith, sameDevice),
    ...played(marks),
  ]
}

/** Who shares an account or a device with a player, and which administrator was seen with them. */
export const sharingMarks = ({ sharedWith, sameDevice, seenWith }: Pick<Marks, Shared>): readonly Mark[] => [
  ...sharing(sharedWith, sameDevice),
  ...seenWith.map(seen),
]

const sharing = (sharedWith: readonly Player[], sameDevice: readonly Player[]): readonly Mark[] => [
  ...(sharedWith.length === 0 ? [] : [shared(sharedWith)]),
  ...(sameDevice.length === 0 ? [] : [onSameDevice(sameDevice)]),
]

/** No withdrawal of this player was paid before. */
export const isFirstPayout = ({ marks, status }: Marked) => marks?.isFirst === true && status === 'pending'

function toldToBank({ id, bank, at }: Batch): Mark {
  return {
    short: t('In batch {id}', { id }),
    sentence: (
      <Sentence
        of="It is in batch {id} of {at} ({bank}), which is open: the bank may pay it whatever is decided here."
        id={String(id)}
        at={<When at={at} as="short" />}
        bank={t(BANKS[bank])}
      />
    ),
  }
}

function changed(beforeMs: number): Mark {
  const length = lengthInWords(beforeMs)
  return {
    short: t('Payee changed {length} before', { length }),
    sentence: t('The payment details were changed {length} before the money was asked for.', { length }),
  }
}

function shared(players: readonly Player[]): Mark {
  return {
    short: t('Same account as {ids}', { ids: players.map(({ id }) => `#${id}`).join(', ') }),
    sentence: (
      <Sentence of="The same account belongs to {players}, too." players={<PlayerLinks of={players} />} />
    ),
  }
}

function onSameDevice(players: readonly Player[]): Mark {
  return {
    short: t('Same device as {ids}', { ids: players.map(({ id }) => `#${id}`).join(', ') }),
    sentence: (
      <Sentence of="{players} signed in on the same device." players={<PlayerLinks of={players} />} />
    ),
  }
}

function seen({ userName: name, on }: Marks['seenWith'][number]): Mark {
  return on === 'device'
    ? {
        short: t('Same device as administrator {name}', { name }),
        sentence: t('The administrator {name} signed in on the same device.', { name }),
      }
    : {
        short: t('Same address as administrator {name}', { name }),
        sentence: t('The administrator {name} signed in from the same address, as hardly anybody did.', {
          name,
        }),
      }
}

function played({ isFirst, credited, bonus, staked }: Marks): Mark[] {
  const turnover = { credited: paiseOf(credited), bonus: paiseOf(bonus), staked: paiseOf(staked) }
  const words = {
    staked: inRupees(turnover.staked),
    came: inRupees(paiseOf(credited + bonus)),
    bonus: inRupees(turnover.bonus),
  }
  if (isUnplayed(turnover)) {
    return [
      {
        short: t('Staked {staked} of {came}', words),
        sentence: isFirst
          ? t('Of {came} that came in {staked} was staked.', words)
          : t('Of {came} that came in since the last payout {staked} was staked.', words),
      },
    ]
  }
  if (!isBonusUnplayed(turnover)) return []
  return [
    {
      short: t('Staked {staked}, bonus {bonus}', words),
      sentence: t('A bonus of {bonus} was given since the last payout, and {staked} was staked.', words),
    },
  ]
}

/** Where a bank was told to pay it: also what is rejected may be paid then. */
export function ToldToBank({ request }: { readonly request: Request }) {
  const batch = request.status === 'pending' ? request.marks?.batch : null
  return batch ? <Banner tone="warning">{toldToBank(batch).sentence}</Banner> : null
}

export const MarkBanners = ({ marks }: { readonly marks: readonly Mark[] }) =>
  marks.map(({ short, sentence }) => (
    <Banner key={short} tone="warning">
      {sentence}
    </Banner>
  ))

/** In a dialog, below the payee. */
export function PayoutWarnings({ request }: { readonly request: Request }) {
  const marks = payoutMarks(request)
  return (
    <>
      <MarkBanners marks={marks} />
      {isFirstPayout(request) && (
        <Banner tone="note">{t('No withdrawal of this player was paid before.')}</Banner>
      )}
    </>
  )
}

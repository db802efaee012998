/** What a suspicion says: its kind in two words, and its sentence with the people in it. */
import { type Answer, api, type Body, SUSPICION_KINDS, t } from '@munim/contract'
import { inRupees, paiseOf } from '@munim/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import type { Queue } from '../../api/queue.ts'
import { useAction } from '../../api/use-action.ts'
import { writeAnswers } from '../../api/write-answers.ts'
import { fieldInWords } from '../../game/field-labels.ts'
import { valueInWords } from '../../game/field-words.ts'
import { ALL } from '../../widgets/filters.tsx'
import { tellDone } from '../../widgets/notice.tsx'
import { PlayerLinks } from '../../widgets/player-links.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { lengthInWords } from '../../widgets/times.ts'
import { timeOfDay } from '../../widgets/when.tsx'

export type Suspicion = Answer<typeof api.reports.lookAt>['data']
type Kind = (typeof SUSPICION_KINDS)[number]

const KINDS: Readonly<Record<Kind, string>> = {
  early_result: t('Early result'),
  other_result: t('Another number'),
  reverted_bid: t('Bid reverted late'),
  moved_times: t('Times moved'),
  large_win: t('Large win'),
  unplayed_payout: t('Added and paid out'),
  own_device: t('Own device'),
  own_address: t('Own address'),
  voided_draw: t('Draw voided late'),
  lowered_guard: t('Guard lowered'),
  sent_on: t('Sign-in set, money sent'),
}

/** Nothing was done: its sentence names the administrator. */
export const isAboutPeople = ({ kind }: Pick<Suspicion, 'kind'>) =>
  kind === 'own_device' || kind === 'own_address'

/** What only a later release knows is told as the kind that is nearest to it. */
const kindOf = ({ kind, facts: { newerKind } }: Suspicion): Kind =>
  newerKind !== undefined && newerKind in KINDS ? newerKind : kind
export const kindInWords = (of: Suspicion) => KINDS[kindOf(of)]

export const KIND_OPTIONS = [
  ALL,
  ...SUSPICION_KINDS.map((value) => ({ value, label: KINDS[value] })),
] as const

/** Of what no administrator has looked at. */
export const QUEUE: Queue<Suspicion> = {
  isDone: ({ lookedAt }) => lookedAt !== null,
  asDone: (suspicion) => ({ ...suspicion, lookedAt: suspicion.at }),
  inWords: (done) => t('{done, number} looked at', { done }),
}

const HALVES = { open: t('open'), close: t('close') } as const
const halfInWords = ({ half }: Suspicion) => (half === null ? '' : HALVES[half])

const MINUTE_MS = 60_000
const rupees = (amount: number | null | undefined) => inRupees(paiseOf(amount ?? 0))
const times = (moments: Suspicion['facts']['before']) =>
  Array.isArray(moments) ? moments.map((at: string) => timeOfDay(new Date(at))) : []

const SENTENCES: Readonly<Record<Kind, (of: Suspicion) => ReactNode>> = {
  early_result: (of) => (
    <>
      {t('The {half} was declared {length} before its betting ended.', {
        half: halfInWords(of),
        length: lengthInWords((of.facts.minutes ?? 0) * MINUTE_MS),
      })}{' '}
      <Winners of={of} />
    </>
  ),
  other_result: (of) => (
    <>
      {t('The {half} was declared as {now}, after {before} had been reverted.', {
        half: halfInWords(of),
        now: String(of.facts.now),
        before: String(of.facts.before),
      })}{' '}
      <Winners of={of} />
    </>
  ),
  reverted_bid: (of) => {
    const minutes = of.facts.minutes ?? 0
    const values = {
      bid: of.bidId ?? '',
      amount: rupees(of.amount),
      half: halfInWords(of),
      length: lengthInWords(Math.abs(minutes) * MINUTE_MS),
    }
    if (of.facts.isDeclared)
      return t('Bid #{bid} of {amount} was reverted when its {half} had been declared.', values)
    return minutes > 0
      ? t('Bid #{bid} of {amount} was reverted {length} before the betting ended.', values)
      : t('Bid #{bid} of {amount} was reverted {length} after the betting ended.', values)
  },
  moved_times: ({ facts, amount }) => {
    const [before, now] = [times(facts.before), times(facts.now)]
    const moments = {
      fromOpen: before[0] ?? '',
      fromClose: before[1] ?? '',
      toOpen: now[0] ?? '',
      toClose: now[1] ?? '',
    }
    return facts.bids === 0
      ? t(
          'Open and close were moved from {fromOpen} and {fromClose} to {toOpen} and {toClose} before anybody had bet.',
          moments,
        )
      : t(
          'Open and close were moved from {fromOpen} and {fromClose} to {toOpen} and {toClose} while {bids, plural, one {# bid} other {# bids}} of {amount} ran.',
          { ...moments, bids: facts.bids ?? 0, amount: rupees(amount) },
        )
  },
  large_win: (of) => t('Bid #{bid} won {amount}.', { bid: of.bidId ?? '', amount: rupees(of.amount) }),
  unplayed_payout: ({ facts, amount, requestId }) =>
    t('Request #{id} paid {amount} out. {added} had been added by hand, {staked} was staked.', {
      id: requestId ?? '',
      amount: rupees(amount),
      added: rupees(facts.added),
      staked: rupees(facts.staked),
    }),
  own_device: ({ actorName: name }) =>
    t('The administrator {name} and this player signed in on the same device.', { name }),
  own_address: ({ actorName: name, facts }) =>
    t(
      'The administrator {name} and this player signed in from the same address within 12 hours. {players, plural, one {No other player} other {Only # players}} signed in there within 30 days.',
      { name, players: facts.players ?? 1 },
    ),
  voided_draw: ({ facts, amount }) => {
    const minutes = facts.minutes ?? 0
    const values = {
      bids: facts.bids ?? 0,
      amount: rupees(amount),
      length: lengthInWords(Math.abs(minutes) * MINUTE_MS),
    }
    if (facts.isDeclared) {
      return t(
        '{bids, plural, one {# bid} other {# bids}} of {amount} were refunded by a void, after a result had been declared.',
        values,
      )
    }
    return minutes > 0
      ? t(
          '{bids, plural, one {# bid} other {# bids}} of {amount} were refunded by a void, {length} before the betting on the open ended.',
          values,
        )
      : t(
          '{bids, plural, one {# bid} other {# bids}} of {amount} were refunded by a void, {length} after the betting on the open ended.',
          values,
        )
  },
  lowered_guard: ({ facts: { guard = '', before, now } }) => {
    const { label, unit } = fieldInWords('settings', guard)
    const inWords = (value: unknown) => valueInWords(guard, value, unit)
    if (now === null)
      return t('{guard} guards no more: it was {before}, and there is no limit.', {
        guard: label,
        before: inWords(before),
      })
    return t('{guard} guards less: it was {before}, and is {now}.', {
      guard: label,
      before: inWords(before),
      now: inWords(now),
    })
  },
  sent_on: ({ amount, actorName: name }) =>
    t(
      'This player sent {amount} or more to others within a week after {name} had set their password, MPIN or mobile number.',
      { amount: rupees(amount), name },
    ),
}

export const sentenceOf = (of: Suspicion): ReactNode => SENTENCES[kindOf(of)](of)

function Winners({ of: { facts, winners, amount } }: { readonly of: Suspicion }) {
  if (winners.length === 0) return t('Nobody won.')
  const more = (facts.winners ?? 0) > winners.length
  return (
    <Sentence
      of={more ? '{amount} was won by {players} and others.' : '{amount} was won by {players}.'}
      amount={rupees(amount)}
      players={<PlayerLinks of={winners} />}
    />
  )
}

/** The list is told, not asked again: what was looked at stays where it is, also where another administrator did. */
export function useLooking({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient()
  async function showAsNow(id: Body<typeof api.reports.lookAt>['id']) {
    const now = await call(api.reports.suspicions, { id }).catch(() => null)
    for (const suspicion of now?.data ?? []) write(suspicion)
  }
  const write = (now: Suspicion) =>
    writeAnswers(queries, api.reports.suspicions, (list) => ({
      ...list,
      data: list.data.map((each) => (each.id === now.id ? now : each)),
    }))
  return useAction(api.reports.lookAt, {
    onDone: ({ data }) => {
      write(data)
      tellDone(t('Note kept'))
      onDone()
    },
    onFailed: (_, { status }, { id }) => {
      if (status === 409) void showAsNow(id)
    },
  })
}

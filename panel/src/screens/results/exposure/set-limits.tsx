/** Sets what a number may cost: in every market, in this one, or on this day only. Of each game the narrowest holds. */
import { NativeSelect, TextInput } from '@mantine/core'
import { type Answer, api, t } from '@munim/contract'
import { GAME_MODES, type GameMode, readRupees } from '@munim/core'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { useCall } from '../../../api/use-call.ts'
import { gameName } from '../../../game/game-name.ts'
import { Dialog } from '../../../widgets/dialog.tsx'
import { Loaded } from '../../../widgets/loaded.tsx'
import { count } from '../../../widgets/money.tsx'
import { tellDone } from '../../../widgets/notice.tsx'
import { unitBefore } from '../../../widgets/unit.ts'
import { dateOf, type OfDay } from '../draw.ts'
import styles from './set-limits.module.css'

type Limits = Answer<typeof api.risk.limits>['data']['limits']
type Scope = Limits[number]['scope']

/** What is typed for one game; '' is no limit. */
interface Typed {
  readonly amount: string
  readonly refuses: boolean
}
type Draft = Readonly<Record<string, Typed>>

interface Props extends OfDay {
  readonly onClose: () => void
}

const GAMES: readonly (GameMode | null)[] = [null, ...GAME_MODES]
const SCOPES: readonly Scope[] = ['market', 'day', 'house']
const NONE: Typed = { amount: '', refuses: true }
const keyOf = (game: GameMode | null) => game ?? 'panna'

export function SetLimits({ draw, date, onClose }: Props) {
  const limits = useCall(api.risk.limits, { marketId: draw.id, date })
  const [scope, setScope] = useState<Scope>('market')
  const [typed, setTyped] = useState<Readonly<Record<Scope, Draft>>>({ house: {}, market: {}, day: {} })
  /** The limits that there were as typing began; null where those of now are what is typed over. */
  const [from, setFrom] = useState<Limits | null>(null)
  const saving = useAction(api.risk.saveLimits, {
    refreshes: [api.risk.limits, api.risk.use],
    onDone: () => {
      tellDone(t('Limits saved'))
      // What was typed elsewhere is shown before the dialog goes: it is saved by a call of its own.
      const other = SCOPES.find((each) => each !== scope && Object.keys(typed[each]).length > 0)
      if (other === undefined) return onClose()
      setTyped((before) => ({ ...before, [scope]: {} }))
      setFrom(null)
      setScope(other)
    },
    onFailed: (_, { status }) => {
      if (status !== 409) return
      setFrom(null)
      if (limits.state === 'ready') limits.retry()
    },
  })
  const set = from ?? (limits.state === 'ready' ? limits.answer.data.limits : [])
  const draft = { ...draftOf(set, scope), ...typed[scope] }
  const wrong = GAMES.filter((game) => isWrong(draft[keyOf(game)] ?? NONE))
  const isChanged = Object.keys(typed[scope]).length > 0

  function save() {
    const where = { ...(scope !== 'house' && { marketId: draw.id }), ...(scope === 'day' && { date }) }
    const sent = GAMES.flatMap((game) => {
      const { amount, refuses } = draft[keyOf(game)] ?? NONE
      return amount === '' ? [] : [{ game, amount: Number(amount), refuses }]
    })
    const basedOn = set
      .filter((limit) => limit.scope === scope)
      .map(({ game, amount, refuses }) => ({ game, amount, refuses }))
    void saving.run({ ...where, limits: sent, basedOn })
  }
  function type(game: GameMode | null, more: Partial<Typed>) {
    setFrom(set)
    setTyped((before) => ({
      ...before,
      [scope]: { ...before[scope], [keyOf(game)]: { ...(draft[keyOf(game)] ?? NONE), ...more } },
    }))
  }

  return (
    <Dialog
      title={t('Set limits')}
      line={t(
        'What a number may cost you in one draw, for bets placed from now on. Where a field is empty, the wider limit in grey holds.',
      )}
      act={t('Save')}
      isDisabled={!isChanged || wrong.length > 0}
      doing={saving}
      onAct={save}
      onClose={onClose}
    >
      <NativeSelect
        label={t('Where they hold')}
        data={[
          { value: 'market', label: t('{market}, every day', { market: draw.name }) },
          { value: 'day', label: t('{market}, only {day}', { market: draw.name, day: dateOf(date) }) },
          { value: 'house', label: t('Every market') },
        ]}
        value={scope}
        onChange={(event) => setScope(event.currentTarget.value as Scope)}
      />
      <Loaded call={limits} waiting={<div className={styles.room} />}>
        {() => (
          <div className={styles.games}>
            {GAMES.map((game) => (
              <Line
                key={`${scope} ${keyOf(game)}`}
                game={game}
                typed={draft[keyOf(game)] ?? NONE}
                wider={widerThan(scope, set, game)}
                onType={(more) => type(game, more)}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

interface LineProps {
  readonly game: GameMode | null
  readonly typed: Typed
  /** The limit that holds where this one is empty. */
  readonly wider: Limits[number] | undefined
  readonly onType: (more: Partial<Typed>) => void
}

function Line({ game, typed, wider, onType }: LineProps) {
  const name = game === null ? t('A panna, all games') : gameName(game)
  return (
    <div className={`mu-form mu-gap-8 mu-shrinks ${styles.line}`}>
      <TextInput
        label={name}
        {...(game === null && { description: t('All that its half pays if it comes') })}
        inputMode="decimal"
        {...unitBefore(`limit-${keyOf(game)}`, '₹', { wrong: isWrong(typed), hint: game === null })}
        placeholder={wider === undefined ? t('No limit') : count(wider.amount)}
        {...(game === null && { 'data-autofocus': true })}
        value={typed.amount}
        onChange={(event) => onType({ amount: event.currentTarget.value.trim() })}
        error={isWrong(typed) && t('Please enter a valid amount')}
      />
      <NativeSelect
        label={'\u00a0'} // As high as the one beside it.
        aria-label={t('When {name} is full', { name })}
        data={[
          { value: 'true', label: t('Refuse') },
          { value: 'false', label: t('Warn') },
        ]}
        disabled={typed.amount === ''}
        value={String(typed.amount === '' && wider ? wider.refuses : typed.refuses)}
        onChange={(event) => onType({ refuses: event.currentTarget.value === 'true' })}
      />
    </div>
  )
}

const draftOf = (limits: Limits, scope: Scope): Draft =>
  Object.fromEntries(
    limits
      .filter((limit) => limit.scope === scope)
      .map(({ game, amount, refuses }) => [keyOf(game), { amount: String(amount), refuses }]),
  )

const WIDER: Readonly<Record<Scope, readonly Scope[]>> = {
  day: ['market', 'house'],
  market: ['house'],
  house: [],
}

const widerThan = (scope: Scope, limits: Limits, game: GameMode | null) =>
  WIDER[scope]
    .map((each) => limits.find((limit) => limit.scope === each && limit.game === game))
    .find((limit) => limit !== undefined)

function isWrong({ amount }: Typed): boolean {
  if (amount === '') return false
  const paise = readRupees(Number(amount))
  return paise === null || paise <= 0
}

/** What each game pays, the least that may be bet on it, and what that leaves the house. */

import { NumberInput } from '@mantine/core'
import { api, plain, t } from '@munim/contract'
import { percentInWords } from '@munim/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { type Call, useCall } from '../../api/use-call.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { AskedFor } from '../../widgets/asked-for.tsx'
import type { Column } from '../../widgets/column.ts'
import { LinkButton } from '../../widgets/link.tsx'
import { Money } from '../../widgets/money.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PercentBar } from '../../widgets/percent-bar.tsx'
import { Records } from '../../widgets/records.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { unitBefore } from '../../widgets/unit.ts'
import { ChangeHistory, LastChange } from './change-history.tsx'
import styles from './game-rates.module.css'
import { CHANCES } from './house-edge.ts'
import { Newer } from './newer.tsx'
import {
  count2,
  type RateField,
  type RateRow,
  rateBaseOf,
  rateChangesOf,
  rateInWords,
  ratesSavedMeanwhile,
  rowsOf,
} from './rate-draft.ts'
import { SaveBar } from './save-bar.tsx'
import type { Settings } from './settings-fields.ts'
import { SlipQuestion } from './slip-question.tsx'
import { useSettingsDraft } from './use-settings-draft.ts'

const pairsOf = ({ rates }: Settings) => rates.global
const FORM = {
  baseOf: rateBaseOf,
  fieldsOf: pairsOf,
  changesOf: rateChangesOf,
  done: t('Game rates updated successfully'),
}
const FAILED = t('Failed to fetch game rates')

export function GameRates() {
  const navigate = useNavigate()
  const settings = inOwnWords(useCall(api.settings.get, {}))
  const now = settings.state === 'ready' ? settings.answer.data : null
  const form = useSettingsDraft(api.settings.updateRates, now, FORM)
  const { draft, base, changes, stale, isChecked, saving } = form
  const rows = base === null ? [] : rowsOf(pairsOf(base), draft)
  const wrong = rows.filter(isWrong)

  function save() {
    if (base === null) return
    const changed = Object.fromEntries(changes.map(({ key, to }) => [key, to!]))
    void saving.run({ rates: { ...pairsOf(base), ...changed }, version: base.version })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    form.set({ isChecked: true })
    const [first] = wrong
    if (first) return document.getElementById(fieldIdOf(`${first.key}_${first.minWrong ? 1 : 2}`))?.focus()
    if (changes.length === 0) return
    if (changes.some(({ isSlip }) => isSlip)) form.set({ isAsking: true })
    else save()
  }
  function cancel() {
    form.mayLeave()
    void navigate({ to: '/settings' })
  }

  const columns = columnsOf({ isChecked, isSaving: saving.isPending, onType: form.put })
  return (
    <>
      <PageHead
        title={t('Game Rates')}
        from={{ name: t('System Settings'), to: '/settings' }}
        facts={
          <>
            {t('A changed rate applies to bets placed from now on.')} <LastChange thing="rates" />
          </>
        }
        actions={
          <LinkButton to="/settings" leftSection={<IconArrowLeft size={16} stroke={1.6} />}>
            {t('Back to Settings')}
          </LinkButton>
        }
      />
      <AskedFor thing="rates" id="global" />
      <form className={styles.rates} onSubmit={submit} noValidate>
        <Records
          call={settings}
          rows={() => rows}
          keyOf={({ key }) => key}
          columns={columns}
          caption={t('What each game pays')}
          empty={{ title: t('No game rates found') }}
        />
        <p className={`mu-small mu-above-12 ${styles.note}`}>
          {t(
            'Chance by draw: a panna is drawn as three figures, each of the 1,000 equally likely, so a single panna comes in 6 of them, a double in 3, a triple in 1. Sangams are reckoned with single pannas, which come most often.',
          )}
        </p>
        {settings.state !== 'failed' && (
          <SaveBar
            changes={changes.map(({ words, loses }) =>
              loses ? <Losing key={words}>{words}</Losing> : words,
            )}
            {...(isChecked && wrong[0] && { complaint: <Mend rows={wrong} /> })}
            note={
              stale &&
              now && (
                <Newer
                  isReloaded={now.version !== stale.version}
                  theirs={ratesSavedMeanwhile(pairsOf(stale), pairsOf(now))}
                  reload={() => settings.state === 'ready' && settings.retry()}
                />
              )
            }
            save={t('Save')}
            isPending={saving.isPending}
            leads
            onCancel={cancel}
          />
        )}
      </form>
      <ChangeHistory thing="rates" inWords={rateInWords} />
      {form.isAsking && (
        <SlipQuestion
          changes={changes.filter(({ isSlip }) => isSlip)}
          isPending={saving.isPending}
          onAct={save}
          onClose={() => form.set({ isAsking: false })}
        />
      )}
    </>
  )
}

/** Rates come with the settings; where they can't be had, it is said of the rates. */
function inOwnWords<T>(call: Call<T>): Call<T> {
  const own = (message: string) => (message === plain(api.settings.get.failed) ? FAILED : message)
  if (call.state === 'failed') return { ...call, message: own(call.message) }
  if (call.state === 'loading' || call.outdated === null) return call
  return { ...call, outdated: { ...call.outdated, message: own(call.outdated.message) } }
}

const isWrong = ({ minWrong, multiplierWrong }: RateRow) => minWrong !== null || multiplierWrong !== null
const fieldIdOf = (field: RateField) => `rate-${field}`

function Losing({ children }: { readonly children: ReactNode }) {
  return (
    <Sentence
      of="{change}: <b>on average the house would lose</b>"
      change={children}
      b={(words) => <span className="mu-red">{words}</span>}
    />
  )
}

function Mend({ rows }: { readonly rows: readonly RateRow[] }) {
  return (
    <p className="mu-red" role="alert">
      {t('To mend: {games}', { games: rows.map(({ name }) => name).join(', ') })}
    </p>
  )
}

interface Typing {
  readonly isChecked: boolean
  /** Meanwhile nothing more can be typed: it would be neither sent nor kept. */
  readonly isSaving: boolean
  readonly onType: (field: RateField, typed: string) => void
}

function columnsOf({ isChecked, isSaving, onType }: Typing): readonly Column<RateRow>[] {
  const field = (row: RateRow, part: 1 | 2) => {
    const isMin = part === 1
    const name: RateField = `${row.key}_${part}`
    const wrong = isMin ? row.minWrong : row.multiplierWrong
    return (
      <Allowed to={api.settings.updateRates}>
        <NumberInput
          className={styles.field}
          classNames={{ input: 'mu-right', error: 'mu-right mu-regular mu-breaks' }}
          aria-label={t(isMin ? '{game} minimum bet' : '{game} payout multiplier', { game: row.name })}
          {...unitBefore(fieldIdOf(name), isMin ? '₹' : '×', { wrong: isChecked && wrong })}
          placeholder="10"
          min={1}
          step={1}
          decimalScale={2}
          allowNegative={false}
          allowedDecimalSeparators={['.']}
          clampBehavior="none"
          autoComplete="off"
          value={isMin ? row.min : row.multiplier}
          onChange={(typed) => onType(name, String(typed))}
          error={isChecked && wrong}
          disabled={isSaving}
          wrapperProps={{ 'data-changed': (isMin ? row.minChanged : row.multiplierChanged) || undefined }}
        />
      </Allowed>
    )
  }
  return [
    { title: t('Game'), cell: ({ name }) => <span className="mu-name">{name}</span>, card: 'title' },
    { title: t('Minimum bet'), cell: (row) => field(row, 1), align: 'right' },
    { title: t('Payout multiplier'), cell: (row) => field(row, 2), align: 'right' },
    { title: t('Example'), cell: (row) => <Example row={row} />, align: 'right' },
    { title: t('Chance, by draw'), cell: ({ key }) => chanceInWords(key), align: 'right', tone: 'soft' },
    { title: t('House keeps, on average'), cell: (row) => <Kept row={row} />, align: 'right' },
  ]
}

/** ₹10 × 9 = ₹90: elsewhere the pair is read as "10 pays 95". */
function Example({ row: { example } }: { readonly row: RateRow }) {
  if (example === null) return <span className="mu-soft">–</span>
  return (
    <span className="mu-soft">
      ₹{count2(example.min)} × {count2(example.multiplier)} ={' '}
      <strong className="mu-ink mu-strong">
        <Money rupees={example.win} />
      </strong>
    </span>
  )
}

function chanceInWords(key: RateRow['key']): string {
  const { wins, of } = CHANCES[key]
  return t('{wins, number} in {of, number}', { wins, of })
}

function Kept({ row: { kept } }: { readonly row: RateRow }) {
  if (kept === null) return <span className="mu-soft">–</span>
  return (
    <PercentBar percent={Math.abs(kept)} isBad={kept < 0}>
      {percentInWords(kept)}
    </PercentBar>
  )
}

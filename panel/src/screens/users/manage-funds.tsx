/** Adds money to a player's wallet or takes it out, with what it will come to before and after. */
import { Button, TextInput } from '@mantine/core'
import { api, BELOW_WALLET, msg, t } from '@munim/contract'
import { paiseOf, readRupees } from '@munim/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useAddress } from '../../api/use-address.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { AskedFor } from '../../widgets/asked-for.tsx'
import chips from '../../widgets/chips.module.css'
import { count, rupeesInWords } from '../../widgets/money.tsx'
import { tellDone, tellFailed, tellingWaits } from '../../widgets/notice.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { SumLines } from '../../widgets/sum-lines.tsx'
import { amountInWords } from './amount-words.ts'
import styles from './manage-funds.module.css'
import type { User } from './user.ts'

const QUICK = [100, 500, 1000, 5000]
const INVALID = t('Please enter a valid amount')

const NO_FUNDS = { amount: '', note: '' }

export type Funds = ReturnType<typeof useFunds>

/**
 * What is typed, and the calls that send it, for the page that has the form in one of its tabs: what outlasts a look at
 * another tab is sent by a call that outlasts it too, else the same amount could be moved twice.
 */
export function useFunds() {
  const [typed, onType] = useState(NO_FUNDS)
  const said = (sentence: string) => ({
    refreshes: [api.users.get, api.users.list, api.users.transactions],
    onDone: ({ data }: { data: { wallet: number } }, { amount }: { amount: number }) => {
      onType(NO_FUNDS)
      tellDone(t(sentence, { amount: rupeesInWords(amount), wallet: rupeesInWords(data.wallet) }))
    },
    onFailed: tellFailed,
    onWaits: tellingWaits(() => onType(NO_FUNDS)),
  })
  const adding = useAction(api.users.addFunds, said(msg('{amount} added. The wallet now holds {wallet}.')))
  const deducting = useAction(
    api.users.deductFunds,
    said(msg('{amount} deducted. The wallet now holds {wallet}.')),
  )
  return { typed, onType, adding, deducting }
}

export function ManageFunds({ user, funds }: { readonly user: User; readonly funds: Funds }) {
  const {
    typed: { amount: typed, note },
    onType,
    adding,
    deducting,
  } = funds
  const reasonId = useId()
  const wordsId = useId()
  const amountField = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const [side, setSide] = useState<'add' | 'deduct'>('add')

  const paise = readAmount(typed)
  const amount = (paise ?? 0) / 100
  const isTooMuch = paise !== null && paise > paiseOf(user.wallet)

  const isPending = adding.isPending || deducting.isPending

  const { act, set } = useAddress({ act: '' })
  const isAskedFor = act === 'funds'
  const forget = useEffectEvent(() => set({ act: '' }, 'replace'))
  useEffect(() => {
    if (!isAskedFor) return
    // After the page has taken the focus for itself.
    const timer = setTimeout(() => {
      amountField.current?.focus()
      forget()
    })
    return () => clearTimeout(timer)
  }, [isAskedFor])

  function run(action: typeof adding | typeof deducting) {
    setRefused(paise === null)
    if (paise === null) return amountField.current?.focus()
    if (isPending) return
    void action.run({ id: user.id, amount, ...(note.trim() !== '' && { note: note.trim() }) })
  }
  const shows = (which: typeof side) => ({
    onFocus: () => setSide(which),
    onMouseEnter: () => setSide(which),
  })

  return (
    <PanelCard
      title={t('Manage Funds')}
      isSunken
      aside={t('holds {amount}', { amount: rupeesInWords(user.wallet) })}
    >
      <AskedFor thing="user" id={user.id} />
      <form className="mu-form" noValidate onSubmit={(event) => event.preventDefault()}>
        <TextInput
          label={t('Amount')}
          type="number"
          inputMode="decimal"
          min={1}
          step="any"
          leftSection="₹"
          classNames={{ input: styles.amount! }}
          size="md"
          ref={amountField}
          value={typed}
          onChange={(event) => onType({ amount: event.currentTarget.value, note })}
          onWheel={(event) => event.currentTarget.blur()}
          error={isRefused && paise === null && INVALID}
          attributes={isRefused && paise === null ? {} : { input: { 'aria-describedby': wordsId } }}
          disabled={isPending}
        />
        <div className={`mu-flow ${chips.chips} ${styles.quick}`}>
          {QUICK.map((rupees) => (
            <button
              key={rupees}
              type="button"
              disabled={isPending}
              onClick={() => onType({ amount: String(rupees), note })}
            >
              ₹{count(rupees)}
            </button>
          ))}
        </div>
        <TextInput
          label={t('Note')}
          placeholder={t('Optional, kept in the history')}
          maxLength={200}
          value={note}
          onChange={(event) => onType({ amount: typed, note: event.currentTarget.value })}
          disabled={isPending}
        />
        <SumLines
          lines={[
            { label: t('Balance now'), rupees: user.wallet },
            {
              label: side === 'add' ? t('Add') : t('Deduct'),
              rupees: side === 'add' ? amount : -amount,
              isSigned: true,
            },
          ]}
          total={{ label: t('Balance after'), rupees: user.wallet + (side === 'add' ? amount : -amount) }}
        />
        <p id={wordsId} className="mu-note">
          {paise === null ? t('Nothing is entered yet.') : amountInWords(paise)}
        </p>
        {/* Told where it comes up: the focus is in the field, and the button that it is about is below. */}
        <p id={reasonId} className={`mu-note mu-right ${styles.reason}`} aria-live="polite">
          {isTooMuch && t(BELOW_WALLET)}
        </p>
        <div className={`mu-acts mu-keyed ${styles.actions}`}>
          <Allowed to={api.users.addFunds}>
            <Button
              variant="filled"
              size="md"
              loading={adding.isPending}
              disabled={deducting.isPending}
              onClick={byOneClick(() => run(adding))}
              {...shows('add')}
            >
              {t('Add Funds')}
            </Button>
            <Button
              size="md"
              loading={deducting.isPending}
              disabled={isTooMuch || adding.isPending}
              onClick={byOneClick(() => run(deducting))}
              {...(isTooMuch && { 'aria-describedby': reasonId })}
              {...shows('deduct')}
            >
              {t('Deduct Funds')}
            </Button>
          </Allowed>
        </div>
      </form>
    </PanelCard>
  )
}

/** Paise of what was typed; null where it is no amount of money above zero. */
function readAmount(typed: string): number | null {
  const paise = typed.trim() === '' ? null : readRupees(Number(typed))
  return paise !== null && paise > 0 ? paise : null
}

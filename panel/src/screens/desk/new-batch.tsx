/** Chooses pending withdrawals and makes the bank's file of them. Nothing is decided by it. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type Answer, api, BANK_FORMATS, BATCH_AT_MOST, type BankFormat, t } from '@munim/contract'
import { isByBank, sumOfRupees } from '@munim/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveText } from '../../api/download.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { BANKS } from '../../payments/banks.ts'
import { wayOf } from '../../payments/payee.ts'
import { isFirstPayout, payoutMarks } from '../../payments/payout-marks.tsx'
import { keep, kept } from '../../session.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { Money, rupeesInWords } from '../../widgets/money.tsx'
import { tellDone } from '../../widgets/notice.tsx'
import styles from './bank-batches.module.css'

/** What tells which withdrawals a bank was told to pay. */
export const AFTER_A_BATCH = [
  api.desk.batches,
  api.desk.payables,
  api.desk.queue,
  api.desk.getCase,
  api.wallet.withdrawals,
  api.wallet.get,
]

type Payable = Answer<typeof api.desk.payables>['data'][number]
const batchOf = ({ marks }: Payable) => marks?.batch?.id ?? null
const isInBatch = (row: Payable) => batchOf(row) !== null
const canBeChosen = ({ isPayable, waitsForSecond }: Payable) => isPayable && !waitsForSecond

const KEPT = 'munimBankFile'
/** What was chosen last on this machine. */
const chosenLast = (): { readonly bank: BankFormat; readonly debitAccount: string } => {
  const [bank, debitAccount = ''] = (kept(KEPT) ?? '').split(' ')
  return { bank: BANK_FORMATS.find((each) => each === bank) ?? 'hdfc', debitAccount }
}

export function NewBatch({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const asked = useCall(api.desk.payables, {})
  const [bank, setBank] = useState(chosenLast().bank)
  const [debitAccount, setDebitAccount] = useState(chosenLast().debitAccount)
  const queries = useQueryClient()
  /** By the request's id the batch that it was in when it was ticked: only that it is paid by that one, too, is meant. */
  const [chosen, setChosen] = useState<ReadonlyMap<number, number | null>>(new Map())
  const rows = asked.state === 'ready' ? asked.answer.data : []
  const ticked = rows.filter((row) => chosen.has(row.id) && canBeChosen(row))
  const taken = ticked.filter((row) => isInBatch(row) && batchOf(row) !== chosen.get(row.id))
  const picked = ticked.filter((row) => !taken.includes(row))
  const inBatch = picked.filter(isInBatch)
  const making = useAction(api.desk.makeBatch, {
    refreshes: AFTER_A_BATCH,
    onDone: ({ file }) => {
      keep(KEPT, `${bank} ${debitAccount}`)
      saveText(file.text, file.name)
      tellDone(t('The bank file is saved'))
      onDone()
    },
    // Another administrator may have decided some, or put them into a file.
    onFailed: () => void queries.invalidateQueries({ queryKey: [api.desk.payables.path] }),
  })
  const sum = sumOfRupees(picked.map(({ amount }) => amount))
  const isPicked = (row: Payable) => picked.includes(row)
  function toggle(row: Payable) {
    const next = new Map(chosen)
    if (isPicked(row)) next.delete(row.id)
    else next.set(row.id, batchOf(row))
    setChosen(next)
  }
  const free = rows.filter((row) => canBeChosen(row) && !isInBatch(row))
  return (
    <Dialog
      title={t('New bank file')}
      line={t('{count, number} chosen, {sum}', { count: picked.length, sum: rupeesInWords(sum) })}
      act={t('Save the file')}
      isDisabled={picked.length === 0 || picked.length > BATCH_AT_MOST}
      doing={making}
      onAct={() =>
        void making.run({
          bank,
          debitAccount,
          ids: picked.map(({ id }) => id),
          again: inBatch.map(({ id }) => id),
        })
      }
      onClose={onClose}
    >
      <NativeSelect
        label={t('Bank')}
        data={BANK_FORMATS.map((value) => ({ value, label: t(BANKS[value]) }))}
        value={bank}
        onChange={(event) => setBank(event.currentTarget.value as BankFormat)}
        data-autofocus
      />
      {bank !== 'hdfc' && (
        <TextInput
          label={t('Your account that pays')}
          maxLength={34}
          value={debitAccount}
          onChange={(event) => setDebitAccount(event.currentTarget.value)}
        />
      )}
      {inBatch.length > 0 && (
        <Banner tone="warning">
          {t(
            '{count, plural, one {# of them is} other {# of them are}} in another file already: the bank may pay twice.',
            { count: inBatch.length },
          )}
        </Banner>
      )}
      <Loaded call={asked}>
        {() => (
          <>
            <Checkbox
              label={t('All {count, number} that are free', { count: free.length })}
              checked={free.length > 0 && free.every(isPicked)}
              onChange={(event) => {
                const all = event.currentTarget.checked ? free.slice(0, BATCH_AT_MOST) : []
                setChosen(new Map(all.map(({ id }) => [id, null])))
              }}
            />
            <Payables of={rows} isPicked={isPicked} onToggle={toggle} />
            {taken.length > 0 && (
              <Banner tone="failed">
                {t(
                  '{count, plural, one {# withdrawal was} other {# withdrawals were}} put into another file meanwhile: not chosen any more.',
                  { count: taken.length },
                )}
              </Banner>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

interface PayablesProps {
  readonly of: readonly Payable[]
  readonly isPicked: (row: Payable) => boolean
  readonly onToggle: (row: Payable) => void
}

function Payables({ of, isPicked, onToggle }: PayablesProps) {
  return (
    <ol
      className={`mu-ruled ${styles.lines}`}
      aria-label={t('Pending withdrawals, the oldest first')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard, also where none can be chosen.
      tabIndex={0}
    >
      {of.map((row) => (
        <li key={row.id}>
          <Checkbox
            checked={isPicked(row)}
            disabled={!canBeChosen(row)}
            label={t('{name} #{id}', { name: row.user_name, id: row.id })}
            description={<Known of={row} />}
            onChange={() => onToggle(row)}
          />
          <Money rupees={row.amount} />
        </li>
      ))}
    </ol>
  )
}

/** Why it can't be chosen, and what should be known before it is paid. */
function Known({ of }: { readonly of: Payable }) {
  const request = { ...of, status: 'pending' as const }
  const why = whyNot(of)
  return (
    <>
      {why !== undefined && <span className={`mu-block ${styles.known}`}>{why}</span>}
      {payoutMarks(request).map(({ short }) => (
        <span key={short} className={`mu-block ${styles.known}`} data-warns>
          {short}
        </span>
      ))}
      {isFirstPayout(request) && <span className={`mu-block ${styles.known}`}>{t('First payout')}</span>}
    </>
  )
}

function whyNot({ way, isPayable, waitsForSecond }: Payable): string | undefined {
  if (!isByBank(way)) return t('Asked for by {way}', { way: wayOf({ transfer_type: way }) })
  if (!isPayable) return t('No account and IFSC that a bank can pay')
  return waitsForSecond ? t('waits for a second person') : undefined
}

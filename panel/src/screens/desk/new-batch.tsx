/** Chooses pending withdrawals and makes the bank's file of them. Nothing is decided by it. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type Answer, api, BANK_FORMATS, BATCH_AT_MOST, type BankFormat, t } from '@munim/contract'
import { isByBank, sumOfRupees } from '@munim/core'
import { useState } from 'react'
import { saveText } from '../../api/download.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { BANKS } from '../../payments/banks.ts'
import { wayOf } from '../../payments/payee.ts'
import { isFirstPayout, payoutMarks } from '../../payments/payout-marks.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { Money, rupeesInWords } from '../../widgets/money.tsx'
import { tellDone } from '../../widgets/notice.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
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
const isInBatch = ({ marks }: Payable) => marks?.batch != null

const KEPT = 'munimBankFile'
/** What was chosen last on this machine. */
const kept = (): { readonly bank: BankFormat; readonly debitAccount: string } => {
  const [bank, debitAccount = ''] = (localStorage.getItem(KEPT) ?? '').split(' ')
  return { bank: BANK_FORMATS.find((each) => each === bank) ?? 'hdfc', debitAccount }
}

interface Props {
  readonly onDone: () => void
  readonly onClose: () => void
}

export function NewBatch({ onDone, onClose }: Props) {
  const asked = useCall(api.desk.payables, {})
  const [bank, setBank] = useState(kept().bank)
  const [debitAccount, setDebitAccount] = useState(kept().debitAccount)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [refusal, setRefusal] = useState<string | null>(null)
  const rows = asked.state === 'ready' ? asked.answer.data : []
  const picked = rows.filter(({ id }) => chosen.has(id))
  const inBatch = picked.filter(isInBatch)
  const making = useAction(api.desk.makeBatch, {
    refreshes: AFTER_A_BATCH,
    onDone: ({ file }) => {
      localStorage.setItem(KEPT, `${bank} ${debitAccount}`)
      saveText(file.text, file.name)
      tellDone(t('The bank file is saved'))
      onDone()
    },
    onFailed: setRefusal,
  })
  const sum = sumOfRupees(picked.map(({ amount }) => amount))
  function toggle({ id }: Payable) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const free = rows.filter((row) => row.isPayable && !row.waitsForSecond && !isInBatch(row))
  return (
    <Dialog
      title={t('New bank file')}
      line={t('{count, number} chosen, {sum}', { count: picked.length, sum: rupeesInWords(sum) })}
      act={t('Save the file')}
      hasField
      isDisabled={picked.length === 0 || picked.length > BATCH_AT_MOST}
      isPending={making.isPending}
      onAct={() =>
        void making.run({ bank, debitAccount, ids: picked.map(({ id }) => id), again: inBatch.length > 0 })
      }
      onClose={onClose}
    >
      <Refusal says={refusal} onDismiss={setRefusal} />
      <NativeSelect
        label={t('Bank')}
        data={BANK_FORMATS.map((value) => ({ value, label: t(BANKS[value]) }))}
        value={bank}
        onChange={(event) => setBank(event.currentTarget.value as BankFormat)}
      />
      {bank !== 'hdfc' && (
        <TextInput
          label={t('Your account that pays')}
          autoComplete="off"
          maxLength={34}
          value={debitAccount}
          onChange={(event) => setDebitAccount(event.currentTarget.value)}
        />
      )}
      {inBatch.length > 0 && (
        <Banner tone="warning">
          {t(
            '{count, plural, one {# of them is} other {# of them are}} in another file already: the bank may pay twice.',
            {
              count: inBatch.length,
            },
          )}
        </Banner>
      )}
      <Loaded call={asked}>
        {() => (
          <>
            <Checkbox
              label={t('All {count, number} that are free', { count: free.length })}
              checked={free.length > 0 && free.every(({ id }) => chosen.has(id))}
              onChange={(event) =>
                setChosen(
                  new Set(
                    event.currentTarget.checked ? free.slice(0, BATCH_AT_MOST).map(({ id }) => id) : [],
                  ),
                )
              }
            />
            <Payables of={rows} chosen={chosen} onToggle={toggle} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

interface PayablesProps {
  readonly of: readonly Payable[]
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (row: Payable) => void
}

function Payables({ of, chosen, onToggle }: PayablesProps) {
  return (
    <ol className={styles.lines} aria-label={t('Pending withdrawals, the oldest first')}>
      {of.map((row) => (
        <li key={row.id}>
          <Checkbox
            checked={chosen.has(row.id)}
            disabled={!row.isPayable || row.waitsForSecond}
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
      {why !== undefined && <span className={styles.known}>{why}</span>}
      {payoutMarks(request).map(({ short }) => (
        <span key={short} className={styles.known} data-warns>
          {short}
        </span>
      ))}
      {isFirstPayout(request) && <span className={styles.known}>{t('First payout')}</span>}
    </>
  )
}

function whyNot({ way, isPayable, waitsForSecond }: Payable): string | undefined {
  if (!isByBank(way)) return t('Asked for by {way}', { way: wayOf({ transfer_type: way }) })
  if (!isPayable) return t('No account and IFSC that a bank can pay')
  return waitsForSecond ? t('waits for a second person') : undefined
}

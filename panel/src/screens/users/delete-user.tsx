/** Closes a player's account for good, after saying what that does and having the word typed. */
import { TextInput } from '@mantine/core'
import { type Answer, api, TO_LOOK_AT_FIRST, t } from '@munim/contract'
import { sumOfRupees } from '@munim/core'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { onlyLatest, useCall } from '../../api/use-call.ts'
import { Banner } from '../../widgets/banner.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Link } from '../../widgets/link.tsx'
import { Failed } from '../../widgets/loaded.tsx'
import { rupeesInWords } from '../../widgets/money.tsx'
import { tellDoneOn } from '../../widgets/notice.tsx'
import styles from './delete-user.module.css'
import type { User } from './user.ts'

const WORD = 'DELETE'
const USUAL = ['bids', 'requests', 'wallet']

interface Props {
  readonly user: User
  readonly onClose: () => void
  readonly onDone: () => void
}

export function DeleteUser({ user, onClose, onDone }: Props) {
  const preview = onlyLatest(useCall(api.users.previewRemove, { id: user.id }))
  const [typed, setTyped] = useState('')
  const deleting = useAction(api.users.remove, {
    failed: t('Failed to delete user'),
    forgets: [api.users.list],
    onDone: () => {
      tellDoneOn('/users', t('{name} is deleted. Going back to the list.', { name: user.user_name }))
      onDone()
    },
    onFailed: (_, { status }) => {
      if (status !== 409 || preview.state !== 'ready') return
      setTyped('')
      preview.retry()
    },
  })

  return (
    <Dialog
      title={t('Delete User')}
      line={`${user.user_name} · #${user.id}`}
      act={t('Delete')}
      isDanger
      isDisabled={preview.state !== 'ready' || typed !== WORD}
      doing={deleting}
      onAct={() =>
        preview.state === 'ready' && void deleting.run({ id: user.id, basedOn: preview.answer.data })
      }
      onClose={onClose}
    >
      <Banner tone="warning">
        {t("This can't be undone. The name, the numbers and the bank details are erased.")}
      </Banner>
      {preview.state === 'failed' ? (
        <>
          <Failed message={preview.message} retry={preview.retry} />
          {preview.message === t(TO_LOOK_AT_FIRST) && <Link to="/reports/to-look-at">{t('To look at')}</Link>}
        </>
      ) : (
        <ul className={`mu-plain ${styles.effects}`} aria-busy={preview.state === 'loading'}>
          {preview.state === 'ready'
            ? effectsOf(preview.answer.data).map((effect) => <li key={effect}>{effect}</li>)
            : USUAL.map((effect) => (
                <li key={effect}>
                  <i className={`mu-blank ${styles.blank}`} />
                </li>
              ))}
          <li>
            {t('The history of their money stays in the books, under “Deleted user #{id}”.', { id: user.id })}
          </li>
        </ul>
      )}
      <TextInput
        label={t('Type {word} to confirm', { word: WORD })}
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Dialog>
  )
}

type Preview = Answer<typeof api.users.previewRemove>['data']

function effectsOf({
  wallet,
  runningBids,
  refunded,
  pendingRequests,
  returned,
  toldToBank,
}: Preview): string[] {
  const left = sumOfRupees([wallet, refunded, returned ?? 0]) // A server of the release before does not say it.
  return [
    runningBids === 0
      ? t('No bid of theirs is running.')
      : t('{count} running {count, plural, one {bid is} other {bids are}} cancelled, {amount} refunded.', {
          count: runningBids,
          amount: rupeesInWords(refunded),
        }),
    pendingRequests === 0
      ? t('No request of theirs is waiting.')
      : t('{count} waiting {count, plural, one {request is} other {requests are}} rejected.', {
          count: pendingRequests,
        }),
    ...(toldToBank === 0
      ? []
      : [
          t(
            '{count} of them may be paid all the same: a bank was told to, or the approval waits for a second person.',
            { count: toldToBank },
          ),
        ]),
    left === 0
      ? t('The wallet is empty.')
      : left < 0
        ? t('{amount} that the player owes is written off by the house: nothing is recovered any more.', {
            amount: rupeesInWords(-left),
          })
        : t('{amount} left in the wallet is written out to the house.', { amount: rupeesInWords(left) }),
  ]
}

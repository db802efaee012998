/** What is known of a player, to read; beside it the place where money is added and taken. */
import { Facts } from '../../widgets/facts.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import { ManageFunds } from './manage-funds.tsx'
import type { User } from './user.ts'
import { Approval, BlockStatus } from './user-cells.tsx'
import look from './user-details.module.css'

export function UserFacts({ user }: { readonly user: User }) {
  return (
    <div className={look.columns}>
      <Facts cells={[[basic(user)], [bank(user)], [payment(user)], [wallet(user), notifications(user)]]} />
      <ManageFunds user={user} />
    </div>
  )
}

const basic = (user: User) => ({
  title: 'Basic Information',
  facts: {
    'User ID': user.id,
    Mobile: <Mobile digits={user.mobile} />,
    WhatsApp: user.whatsapp && <Mobile digits={user.whatsapp} />,
    Telegram: user.telegram,
    MPIN: user.mpin,
    Status: <BlockStatus user={user} />,
    Approval: <Approval user={user} />,
    Account: <Flag is={user.status} words={['in use', 'switched off']} />,
    Verified: <Flag is={user.verified} words={['yes', 'no']} />,
    May: listed(user.betting && 'bet', user.transfer && 'transfer'),
  },
})

const bank = (user: User) => ({
  title: 'Bank Details',
  facts: {
    'Account holder': user.account_holder_name,
    'Account no.': user.account_no,
    Bank: user.bank_name,
    Branch: user.branch_name,
    'IFSC code': user.ifsc_code,
    Address: user.address,
  },
})

const payment = (user: User) => ({
  title: 'Payment Methods',
  facts: {
    PhonePe: user.phone_pay_no && <Mobile digits={user.phone_pay_no} />,
    'Google Pay': user.google_pay_no && <Mobile digits={user.google_pay_no} />,
    Paytm: user.paytm_no && <Mobile digits={user.paytm_no} />,
    'UPI ID': user.upi_id,
    'UPI number': user.upi_number && <Mobile digits={user.upi_number} />,
  },
})

const wallet = (user: User) => ({
  title: 'Wallet Information',
  facts: { Created: <When at={user.createdAt} />, Updated: <When at={user.updatedAt} /> },
})

const notifications = (user: User) => ({
  title: 'Notification Settings',
  facts: {
    'Push token': <Flag is={user.fcm !== ''} words={['Configured', 'Not Set']} />,
    Receives: listed(user.personal_notification && 'personal', user.result_notification && 'results'),
  },
})

const listed = (...words: readonly (string | false)[]) => words.filter(Boolean).join(', ') || 'nothing'

function Flag({ is, words }: { readonly is: boolean; readonly words: readonly [string, string] }) {
  return <Status is={is ? 'good' : 'neutral'}>{is ? words[0] : words[1]}</Status>
}

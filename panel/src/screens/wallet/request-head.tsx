/** The matter of a withdrawal's dialog: how much, and whose. */
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { When } from '../../widgets/when.tsx'
import { wayOf } from './payee.ts'
import type { Request } from './request.ts'
import look from './request-head.module.css'

/** The line under a dialog's title: which request, and when. */
export function RequestLine({ request }: { readonly request: Request }) {
  return (
    <>
      Request #{request.id} · <When at={request.createdAt} as="short" />
    </>
  )
}

export function RequestHead({ request, label }: { readonly request: Request; readonly label: string }) {
  const { User, amount } = request
  return (
    <div className={look.head}>
      <div>
        <p className={look.label}>{label}</p>
        <p className={look.amount}>
          <Money rupees={amount} />
        </p>
      </div>
      <div className={look.player}>
        <p className={look.name}>{User.user_name}</p>
        <p>
          <Mobile digits={User.mobile} /> · by {wayOf(request)}
        </p>
      </div>
    </div>
  )
}

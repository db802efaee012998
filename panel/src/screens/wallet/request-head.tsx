/** The matter of a request's dialog: how much, and whose; that an act on it waits, or that it was decided meanwhile. */
import { t } from '@munim/contract'
import matter from '../../game/matter-head.module.css'
import { wayOf } from '../../payments/payee.ts'
import type { Request } from '../../payments/request.ts'
import { AskedFor } from '../../widgets/asked-for.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { Mobile } from '../../widgets/mobile.tsx'
import { Money } from '../../widgets/money.tsx'
import { When } from '../../widgets/when.tsx'

/** The line under a dialog's title: which request, and when. */
export function RequestLine({ request }: { readonly request: Request }) {
  return (
    <>
      {t('Request #{id}', { id: request.id })} · <When at={request.createdAt} as="short" />
    </>
  )
}

/** That it was decided elsewhere while its dialog was open; nothing while it waits. */
export function DecidedAlready({ request }: { readonly request: Request }) {
  if (request.status === 'pending') return null
  return (
    <Banner tone="warning">
      {t('This request is decided already: {status}.', { status: t(request.status) })}
    </Banner>
  )
}

export function RequestHead({ request, label }: { readonly request: Request; readonly label: string }) {
  const { User, amount } = request
  return (
    <>
      <AskedFor thing="request" id={request.id} />
      <div className={`mu-ends ${matter.head}`}>
        <div>
          <p className="mu-small mu-medium">{label}</p>
          <p className={`mu-strong ${matter.number}`}>
            <Money rupees={amount} />
          </p>
        </div>
        <div className={`mu-small mu-shrinks mu-end mu-right ${matter.who}`}>
          <p className={`mu-strong mu-ink ${matter.name}`}>{User.user_name}</p>
          <p>
            <Mobile digits={User.mobile} /> · {t('by {way}', { way: wayOf(request) })}
          </p>
        </div>
      </div>
    </>
  )
}

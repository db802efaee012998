/** Whether a UTR was used for a payout before: said while it is typed, before anything is approved. */

import { useDebouncedValue } from '@mantine/hooks'
import { api, t } from '@munim/contract'
import { Fragment } from 'react'
import { useCall } from '../api/use-call.ts'
import { Banner } from '../widgets/banner.tsx'
import { Link } from '../widgets/link.tsx'
import { Sentence } from '../widgets/sentence.tsx'

const TYPED_MS = 250
/** What is shorter is still being typed. */
const SHORTEST = 4

/** `but`: the request itself, which is no other. */
export function PaidAs({ utr, but }: { readonly utr: string; readonly but: number }) {
  const [typed] = useDebouncedValue(utr.trim(), TYPED_MS)
  const known = useCall(api.desk.paidAs, { utrs: [typed] }, typed.length >= SHORTEST)
  if (typed !== utr.trim() || typed.length < SHORTEST) return null
  if (known.state === 'loading') return null
  const paid =
    known.state === 'ready' ? known.answer.data.filter(({ utr: of, id }) => of === typed && id !== but) : []
  // What is kept of an earlier answer is of what was typed before.
  const why = known.state === 'failed' ? known.message : known.outdated?.message
  if (paid.length === 0)
    return why === undefined ? null : (
      <Banner tone="note">{t('Whether this UTR was used before is not known: {why}', { why })}</Banner>
    )
  return (
    <Banner tone="warning">
      <Sentence
        of="A payout was approved with this UTR before: {requests}."
        requests={paid.map(({ id, User }, nth) => (
          <Fragment key={id}>
            {nth > 0 && ', '}
            <Link to={`/wallet/details/${id}`}>{t('Request #{id}', { id: String(id) })}</Link> (
            {User.user_name})
          </Fragment>
        ))}
      />
    </Banner>
  )
}

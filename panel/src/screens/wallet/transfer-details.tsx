/** Where a withdrawal is to be paid. Only read, at any status. */
import { t } from '@munim/contract'
import { PayeeDetails } from '../../payments/payee-details.tsx'
import type { Request } from '../../payments/request.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly onClose: () => void
}

export function TransferDetails({ request, onClose }: Props) {
  return (
    <Dialog title={t('Transfer Details')} line={<RequestLine request={request} />} onClose={onClose}>
      <RequestHead request={request} label={t('Amount')} />
      <PayeeDetails request={request} />
      {request.note !== '' && <p>{t('Note: {note}', { note: request.note })}</p>}
    </Dialog>
  )
}

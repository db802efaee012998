/** Where a withdrawal is to be paid. Only read, at any status. */
import { Dialog } from '../../widgets/dialog.tsx'
import { PayeeDetails } from './payee-details.tsx'
import type { Request } from './request.ts'
import { RequestHead, RequestLine } from './request-head.tsx'

interface Props {
  readonly request: Request
  readonly onClose: () => void
}

export function TransferDetails({ request, onClose }: Props) {
  return (
    <Dialog title="Transfer Details" line={<RequestLine request={request} />} onClose={onClose}>
      <RequestHead request={request} label="Amount" />
      <PayeeDetails request={request} />
      {request.note !== '' && <p>Note: {request.note}</p>}
    </Dialog>
  )
}

/** A player's request for money in or out. */
import type { Answer, api } from '@munim/contract'

type Row = Answer<typeof api.wallet.deposits>['data'][number]

export type Request = Omit<Row, 'status'> & {
  /** decided: by another administrator, while the list was read; how, the next answer says. */
  readonly status: Row['status'] | 'decided'
}

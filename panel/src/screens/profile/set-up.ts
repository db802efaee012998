/** Setting up a second factor, of whatever kind. */
import { type Answer, api } from '@munim/contract'
import { keepProof } from '../../api/factor.ts'

export interface SettingUp {
  /** The first factor asks for the password. */
  readonly isFirst: boolean
  /** With the recovery codes that came along; none where there were some. */
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** What follows once the server has taken the factor. */
export const onceSetUp = (onDone: SettingUp['onDone']) => ({
  refreshes: [api.factors.list, api.auth.whoAmI, api.administrators.list],
  onDone: ({ data }: Answer<typeof api.factors.finishTotp | typeof api.factors.finishPasskey>) => {
    keepProof(data.proof)
    onDone(data.recoveryCodes)
  },
})

/** What the screens of administrators share: their shapes, and what is beyond who is signed in. */
import { type Answer, api, beyond, type Endpoint, RIGHTS, t } from '@munim/contract'
import { useMe } from '../../api/may.ts'
import { type Action, useAction } from '../../api/use-action.ts'
import { tellingDone, tellingWaits } from '../../widgets/notice.tsx'

export type Listed = Answer<typeof api.administrators.list>['data']
export type Administrator = Listed['administrators'][number]
export type Role = Listed['roles'][number]

/** Why this role can't be given, nor who has it be changed; null where it is within one's own. */
export function useBeyond(): (role: Role) => string | null {
  const me = useMe()
  return ({ rights }) => {
    const right = beyond(rights, new Set(me?.rights))
    return right && t('This is beyond your own role: {right}', { right: t(RIGHTS[right]) })
  }
}

interface Words {
  readonly done: string
  readonly onDone?: () => void
  readonly onFailed?: (message: string) => void
}

/** An act on administrators or roles, after which both lists are asked for again. */
export function useChange<E extends Endpoint>(endpoint: E, { done, onDone, onFailed }: Words): Action<E> {
  return useAction(endpoint, {
    refreshes: [api.administrators.list, api.auth.whoAmI],
    onDone: tellingDone(done, onDone),
    ...(onFailed && { onFailed }),
    onWaits: tellingWaits(onDone),
  })
}

/** Entering a passkey: the server's challenge, the browser's own question, and the answer. Cancelled, all is as it was. */
import { type Answer, api } from '@munim/contract'
import { useState } from 'react'
import type { CallFailure } from '../api/call.ts'
import { answerWithPasskey } from '../api/passkey.ts'
import { useAction } from '../api/use-action.ts'

interface Options {
  readonly onDone: (answer: Answer<typeof api.factors.enterPasskey>) => void
  readonly onFailed: (message: string, failure?: CallFailure) => void
}

export function usePasskey(options: Options): { ask: () => void; isPending: boolean } {
  const { onFailed } = options
  const [isAsked, setAsked] = useState(false)
  const entering = useAction(api.factors.enterPasskey, options)
  const asking = useAction(api.factors.askPasskey, { onDone: ({ data }) => void answer(data), onFailed })

  async function answer(asked: Answer<typeof api.factors.askPasskey>['data']): Promise<void> {
    setAsked(true)
    try {
      const passkey = await answerWithPasskey(asked)
      if (passkey !== null) await entering.run({ passkey })
    } catch (reason) {
      onFailed((reason as Error).message)
    } finally {
      setAsked(false)
    }
  }
  return { ask: () => void asking.run({}), isPending: asking.isPending || isAsked }
}

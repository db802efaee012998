/** Passkeys: the browser's own question for one, and entering it. Cancelled, all is as it was. */
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
  const authenticator = useAuthenticator(onFailed)
  const entering = useAction(api.factors.enterPasskey, options)
  const asking = useAction(api.factors.askPasskey, {
    onDone: ({ data }) =>
      void authenticator.ask(answerWithPasskey(data), (passkey) => entering.run({ passkey })),
    onFailed,
  })
  return { ask: () => void asking.run({}), isPending: asking.isPending || authenticator.isAsked }
}

/** While the browser asks its owner `isAsked`; what it was given is sent on. */
export function useAuthenticator(onFailed: (message: string) => void) {
  const [isAsked, setAsked] = useState(false)
  async function ask<Passkey>(question: Promise<Passkey | null>, send: (passkey: Passkey) => Promise<void>) {
    setAsked(true)
    try {
      const passkey = await question
      if (passkey !== null) await send(passkey)
    } catch (reason) {
      onFailed((reason as Error).message)
    } finally {
      setAsked(false)
    }
  }
  return { isAsked, ask }
}

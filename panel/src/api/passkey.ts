/** Passkeys as this browser does them. */
import { type Answer, type api, t } from '@munim/contract'

/** Fetched by the few who use one, when they do. */
const library = () => import('@simplewebauthn/browser')

/** Browsers have them only with TLS or on this machine, and for a name: an address of numbers has none. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** What the authenticator made; null where its owner cancelled. Throws an error with a sentence for the administrator. */
export const makePasskey = (asked: Answer<typeof api.factors.beginPasskey>['data']) =>
  unlessCancelled(library().then(({ startRegistration }) => startRegistration({ optionsJSON: asked })))

/** What the authenticator answers; null where its owner cancelled. Throws an error with a sentence for the administrator. */
export const answerWithPasskey = (asked: Answer<typeof api.factors.askPasskey>['data']) =>
  unlessCancelled(library().then(({ startAuthentication }) => startAuthentication({ optionsJSON: asked })))

async function unlessCancelled<T>(passkey: Promise<T>): Promise<T | null> {
  try {
    return await passkey
  } catch (reason) {
    const name = reason instanceof Error ? reason.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    const isKnown =
      reason instanceof Error &&
      'code' in reason &&
      reason.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new Error(
      isKnown
        ? t('This device holds a passkey of yours already')
        : t('The passkey could not be used here: try again, or take another way'),
      { cause: reason },
    )
  }
}

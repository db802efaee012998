/** The adapter that MOBILE_VERIFIER names: a module of the installation's own, which exports `send` and `check`. */
import { pathToFileURL } from 'node:url'
import type { MobileVerifier } from '../users/verify-mobile.ts'

/** Throws one sentence that names the setting where there is no such module, or it is none. */
export async function loadVerifier(path: string): Promise<MobileVerifier> {
  const module = await import(pathToFileURL(path).href).catch((error: Error) => {
    throw new Error(`MOBILE_VERIFIER is ${path}, which can't be loaded: ${error.message.split('\n', 1)[0]}`)
  })
  const { send, check } = module as Partial<MobileVerifier>
  if (typeof send !== 'function' || typeof check !== 'function')
    throw new Error(`MOBILE_VERIFIER is ${path}, which does not export the functions send and check.`)
  return { send, check }
}

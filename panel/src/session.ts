/** Whether an administrator is signed in, and with which token. The token also lies in local storage, raw. */
import { TOKEN_KEY } from '@munim/contract'
import { create } from 'zustand'

const DEVICE_KEY = 'adminDevice'

interface Session {
  readonly isLoggedIn: boolean
  readonly token: string | null
  /** Why the server ended it, for the sign-in page to say; null where the administrator signed out. */
  readonly endedBecause: string | null
  /** They signed in on this page: what they see next is not what the page began with. */
  readonly isNew: boolean
}

const SIGNED_OUT: Session = { isLoggedIn: false, token: null, endedBecause: null, isNew: false }

const signedInWith = (token: string, isNew = false): Session => ({
  isLoggedIn: true,
  token,
  endedBecause: null,
  isNew,
})

export const useSession = create<Session>()(() => SIGNED_OUT)

type Storing = 'localStorage' | 'sessionStorage'

/** What the browser keeps for the next visit. One that blocks site data, or has no room, keeps nothing. */
export function kept(key: string, by: Storing = 'localStorage'): string | null {
  try {
    return window[by].getItem(key)
  } catch {
    return null
  }
}

/** Null takes it away. */
export function keep(key: string, value: string | null, by: Storing = 'localStorage'): void {
  try {
    if (value === null) window[by].removeItem(key)
    else window[by].setItem(key, value)
  } catch {
    // It is so for as long as the page is open.
  }
}

/** Takes up the token that an earlier visit left; a stored token counts as signed in. */
export function restoreSession(): void {
  const token = kept(TOKEN_KEY)
  useSession.setState(token ? signedInWith(token) : SIGNED_OUT)
}

/** What tells the server that an administrator has signed in on this device before; undefined where none has. */
export const knownDevice = (): string | undefined => kept(DEVICE_KEY) ?? undefined

export function signIn({ token, device }: { readonly token: string; readonly device: string }): void {
  keep(DEVICE_KEY, device)
  keep(TOKEN_KEY, token)
  useSession.setState(signedInWith(token, true))
}

/** The password was right, and the second factor is to be entered with this token; it is stored once that is done. */
export function holdToken(token: string | null): void {
  useSession.setState({ ...SIGNED_OUT, token })
}

/** Ends the session of this token. What an earlier session was refused late ends none. */
export function signOut(endedBecause: string | null = null, of = useSession.getState().token ?? ''): void {
  // Another tab may have signed in, and this one not been told yet.
  if (kept(TOKEN_KEY) === of) keep(TOKEN_KEY, null)
  if (useSession.getState().token !== of) return
  // The first reason is kept; what is answered after a sign-out is none.
  if (useSession.getState().isLoggedIn) useSession.setState({ ...SIGNED_OUT, endedBecause })
}

/** What is still to be sent with the token: null where nothing is, else until it is. */
type Sending = () => Promise<unknown> | null
const unsent = new Set<Sending>()

/** Asked before an administrator signs out by hand. The answer ends the asking. */
export function beforeSignOut(send: Sending): () => void {
  unsent.add(send)
  return () => void unsent.delete(send)
}

const SENT_WITHIN_MS = 3000

/** Ends the session once nothing is to be sent any more, or that takes too long. */
export function whenSent(end: () => void): void {
  const waits = [...unsent].map((send) => send()).filter((wait) => wait !== null)
  const late = new Promise((done) => setTimeout(done, SENT_WITHIN_MS))
  if (waits.length === 0) end()
  else void Promise.race([Promise.allSettled(waits), late]).then(end)
}

/** Signing in or out in one tab counts in all of them. From one session to the next it goes by way of none (app.tsx). */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key !== TOKEN_KEY && key !== null) return
    const { isLoggedIn, token } = useSession.getState()
    if (isLoggedIn && token !== kept(TOKEN_KEY)) useSession.setState(SIGNED_OUT)
    else restoreSession()
  })
}

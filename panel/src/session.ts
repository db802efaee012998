/** Whether an administrator is signed in, and with which token. The token also lies in local storage, raw. */
import { TOKEN_KEY } from '@munim/contract'
import { create } from 'zustand'

interface Session {
  readonly isLoggedIn: boolean
  readonly token: string | null
}

const SIGNED_OUT: Session = { isLoggedIn: false, token: null }

export const useSession = create<Session>()(() => SIGNED_OUT)

/** Takes up the token that an earlier visit left; a stored token counts as signed in. */
export function restoreSession(): void {
  const token = localStorage.getItem(TOKEN_KEY)
  useSession.setState(token ? { isLoggedIn: true, token } : SIGNED_OUT)
}

export function signIn(token: string): void {
  localStorage.setItem(TOKEN_KEY, token)
  useSession.setState({ isLoggedIn: true, token })
}

export function signOut(): void {
  localStorage.removeItem(TOKEN_KEY)
  useSession.setState(SIGNED_OUT)
}

/** Signing in or out in one tab counts in all of them. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === TOKEN_KEY || key === null) restoreSession()
  })
}

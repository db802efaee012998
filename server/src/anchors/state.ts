/** How far this server has come with signing its books and handing the anchors on: what /metrics and alerts tell of it. */

/** Milliseconds since 1970 by this process's clock, for the database may be away; undefined: not since the process began. */
export interface AnchorState {
  /** All there was is signed. */
  signedAt?: number
  /** All that is signed was taken by the bucket and the address. Undefined, too, where there is neither. */
  handedOnAt?: number
  /** Since when every try has failed, and with what the last one did; undefined where the last one went well. */
  failing?: { readonly what: 'signing' | 'handing on'; readonly since: number; readonly fault: string }
}

/** Keeps the beginning of a failure while it is of the same kind. */
export function keepFailure(state: AnchorState, what: 'signing' | 'handing on', error: unknown): void {
  const since = state.failing?.what === what ? state.failing.since : Date.now()
  state.failing = { what, since, fault: error instanceof Error ? error.message : String(error) }
}

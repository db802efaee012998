/** Whether a person is at the panel: the page is seen, and was touched not long ago. Only then calls are repeated. */

const SOMEBODY_IS_THERE_MS = 15 * 60_000
/**
 * A page that was just left may be come back to at once. No longer: a browser has six connections to a host over
 * HTTP/1.1, and each page that follows what happens holds one.
 */
const LEFT_MS = 10_000
const LOOK_EVERY_MS = 5000
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

let touchedAt = 0
let leftAt: number | null = null
let wasThere = true
const listeners = new Set<() => void>()

/**
 * A page that is left open and alone would otherwise keep its session alive for ever. `leftMs`: for so long after the page
 * was left for another one it counts as looked at.
 */
export function isSomebodyThere(leftMs = LEFT_MS): boolean {
  begin()
  const now = Date.now()
  const isSeen = leftAt === null || now - leftAt < leftMs
  return isSeen && now - touchedAt < SOMEBODY_IS_THERE_MS
}

/** Called when a person comes, and when they have gone. */
export function onPresence(listener: () => void): () => void {
  begin()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function look(): void {
  if (isSomebodyThere() === wasThere) return
  wasThere = !wasThere
  for (const listener of listeners) listener()
}

function touch(): void {
  touchedAt = Date.now()
  if (!wasThere) look()
}

function see(): void {
  leftAt = document.visibilityState === 'hidden' ? Date.now() : null
  touch()
}

let hasBegun = false
function begin(): void {
  if (hasBegun) return
  hasBegun = true
  touchedAt = Date.now()
  // A page that was opened out of sight: no person has been there yet.
  if (document.visibilityState === 'hidden') leftAt = 0
  wasThere = isSomebodyThere()
  setInterval(look, LOOK_EVERY_MS)
  for (const sign of SIGNS) addEventListener(sign, touch, { passive: true })
  document.addEventListener('visibilitychange', see)
}

/** How long is waited in a queue that serves in the order of coming. */

/** How much the last turn counts in the mean. */
const OF_THE_LAST = 0.1

export class Waits {
  /** Since when each waits. */
  private readonly since = new Set<{ readonly at: number }>()
  /** From one turn to the next, in milliseconds: a mean of the last ones, and the last. */
  private readonly turns = { everyMs: 0, at: 0 }

  /** Who comes now; `had` is said once it has its turn, `left` when it waits no more, with a turn or without. */
  come() {
    const waiting = { at: performance.now() }
    this.since.add(waiting)
    return { had: () => this.count(waiting.at), left: () => void this.since.delete(waiting) }
  }

  /**
   * For how long one waits that comes now, in milliseconds: as long as the longest wait so far, or as those before it take
   * to get their turn. Of many that came at once only the second is known before the first of them has waited.
   */
  get ms(): number {
    const [longest] = this.since
    if (longest === undefined) return 0
    return Math.max(performance.now() - longest.at, this.since.size * this.turns.everyMs)
  }

  private count(cameAt: number): void {
    const now = performance.now()
    const everyMs = Math.min(now - this.turns.at, now - cameAt)
    this.turns.everyMs += (everyMs - this.turns.everyMs) * OF_THE_LAST
    this.turns.at = now
  }
}

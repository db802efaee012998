/** Whether the clock of a database agrees with this process's. */

/** Cut-offs follow the database's clock, and operators read the time off this process's: they may differ by so much. */
const CLOCKS_APART_MS = 5_000

/** Milliseconds since 1970. `theirs` was read at some moment between `asked` and `answered`. */
export function wrongInClock(theirs: number, asked: number, answered: number): string | undefined {
  const apart = Math.max(asked - theirs, theirs - answered)
  if (apart <= CLOCKS_APART_MS) return undefined
  return `The clocks of the database and of this server are ${Math.round(apart / 1000)} s apart.`
}

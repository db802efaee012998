/** What happens in the demonstration and when. Everything is done in the order of its moment, as it would have been. */

/** What happens at a moment; it may plan what follows from it. */
type Act = (at: Date) => Promise<void>

export interface Agenda {
  /** Planned for after the end, it never happens. Two of one moment happen in the order they were added. */
  add(at: Date, act: Act): void
  run(): Promise<void>
}

export function agendaUntil(end: Date): Agenda {
  const ahead: { readonly at: Date; readonly act: Act }[] = [] // The next one last, so that taking it is cheap.
  return {
    add(at, act) {
      if (at <= end) ahead.splice(ahead.findLastIndex((each) => each.at > at) + 1, 0, { at, act })
    },
    async run() {
      for (let next = ahead.pop(); next; next = ahead.pop()) await next.act(next.at)
    },
  }
}

export function minutesAfter(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000)
}

/** A figure at /metrics that is read where Prometheus asks for it. */
import { Gauge, type Registry } from 'prom-client'

/** Value by labels. */
export type Values = readonly (readonly [labels: Record<string, string>, value: number])[]

export const one = (value: number): Values => [[{}, value]]
/** Seconds since 1970; what never was is no figure. */
export const moment = (seconds: number | null): Values => (seconds === null ? [] : one(seconds))

export interface About {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
}

export function serveGauge(
  register: Registry,
  { name, help, labels = [] }: About,
  read: () => Values | Promise<Values>,
): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [register],
    async collect() {
      if (labels.length === 0) this.remove()
      else this.reset()
      for (const [by, value] of await read()) this.set(by, value)
    },
  })
}

/**
 * Figures of the standby that lists are read from, at /metrics, without values where there is none; and the lines of the log
 * that say when it is used and when not.
 */
import { Counter, type Registry } from 'prom-client'
import { REASONS, type Replica } from '../database/replica.ts'
import { one, serveGauge } from './gauge.ts'

interface Log {
  info(about: object, sentence: string): void
  warn(about: object, sentence: string): void
}

export function serveReplicaFigures(register: Registry, replica: Replica | null, log: Log): void {
  const gauge = (name: string, help: string, of: (replica: Replica) => number) =>
    serveGauge(register, { name, help }, () => (replica ? one(of(replica)) : []))
  gauge('munim_replica_used', 'Whether lists are read from the standby', ({ isUsed }) => Number(isUsed))
  gauge(
    'munim_replica_lag_seconds',
    'For how long the primary has been ahead of the standby; 0 where it is not',
    ({ lagSeconds }) => lagSeconds,
  )
  gauge(
    'munim_replica_lag_bytes',
    'How much of its log the primary was ahead of the standby when it was last looked at',
    ({ lagBytes }) => lagBytes,
  )
  new Counter({
    name: 'munim_replica_reads_total',
    help: 'Statements of lists that the standby answered',
    registers: [register],
    collect() {
      if (!replica) return this.remove()
      this.reset()
      this.inc(replica.answered.count)
    },
  })
  new Counter({
    name: 'munim_replica_passed_total',
    help: 'Statements of lists that the primary was asked instead, by reason; the rest of their call is not counted',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      this.reset()
      for (const reason of replica ? REASONS : []) this.inc({ reason }, replica!.passed[reason])
    },
  })
  replica?.tellTurns((why) => {
    if (why === undefined) log.info({}, 'Lists are read from the standby.')
    else log.warn({ why }, 'Lists are read from the primary.')
  })
}

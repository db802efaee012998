/**
 * Proves what is promised, as often as one likes: `npm run prove -- kill-server --rounds 2000`. Each proof is a file in
 * prove/, starts a database and servers of its own, and ends with 1 where a promise was broken. How long its rounds take
 * is the machine's; a busy one proves the same.
 */
import { parseArgs } from 'node:util'
import { proveBank } from './prove/bank.ts'
import { proveCluster } from './prove/cluster.ts'
import { proveCutOff } from './prove/cut-off.ts'
import { proveKillDatabase } from './prove/kill-database.ts'
import { proveKillServer } from './prove/kill-server.ts'
import { proveKillVoid } from './prove/kill-void.ts'
import { proveOnce } from './prove/once.ts'
import { provePooler } from './prove/pooler.ts'
import { CannotProve, type Proof } from './prove/promise.ts'
import { provePush } from './prove/push.ts'
import { proveRepeat } from './prove/repeat.ts'
import { proveTold } from './prove/told.ts'
import { proveUpgrade } from './prove/upgrade.ts'

const PROOFS: Readonly<Record<string, readonly [proof: Proof, promise: string]>> = {
  'kill-server': [proveKillServer, 'a settlement is all or nothing, and once'],
  'kill-void': [proveKillVoid, 'each bid of a void is refunded once'],
  'kill-database': [proveKillDatabase, 'what was acknowledged survives the database too'],
  repeat: [proveRepeat, 'a money call sent many times happens once'],
  once: [proveOnce, 'a request, a bid, a draw is decided once'],
  bank: [proveBank, "money is conserved, in every reader's snapshot"],
  cutoff: [proveCutOff, 'no bid after the fact'],
  pooler: [provePooler, 'all is the same through pgbouncer, which must be installed'],
  cluster: [proveCluster, 'a machine that is killed loses nothing, and any second comes back'],
  upgrade: [proveUpgrade, 'a release is replaced by the next and comes back, under load'],
  told: [proveTold, 'what goes wrong reaches the owner, and nothing else does'],
  push: [provePush, 'a push message reaches each device at most once'],
}

/** Their rounds are minutes, which may be parts of one; the rounds of every other proof are whole. */
const IN_MINUTES = ['told']
/** With less the smallest house has nothing to break. */
const LEAST_SIZE = 0.001

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    size: { type: 'string' },
    seed: { type: 'string' },
    'any-pace': { type: 'boolean', default: false },
  },
})
const [name = ''] = positionals
const [proof, promise] = PROOFS[name] ?? []

if (proof === undefined) {
  for (const [each, [, what]] of Object.entries(PROOFS))
    console.log(`npm run prove -- ${each.padEnd(14)} ${what}`)
  console.log(
    'Options: --rounds N, --size 0.1 for a tenth of its bids, devices or calls (upgrade: 1 for ten million), --seed N, --any-pace holds no promise of time. DATABASE_KIND=postgres15 runs it on PostgreSQL 15.',
  )
  process.exitCode = 1
} else await prove(proof).catch(refuse)

function refuse(reason: unknown): void {
  if (!(reason instanceof CannotProve)) throw reason
  console.error(reason.message)
  process.exitCode = 1
}

/** The number that an option gives; undefined where it is not given. What would prove nothing is refused. */
function numberOf(option: 'rounds' | 'size' | 'seed', isRight: (number: number) => boolean, is: string) {
  const text = values[option]
  if (text === undefined) return undefined
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!isRight(number)) throw new CannotProve(`--${option} ${text}: it must be ${is}`)
  return number
}

async function prove(proof: Proof): Promise<void> {
  const rounds = IN_MINUTES.includes(name)
    ? numberOf('rounds', (number) => number > 0 && Number.isFinite(number), 'a number above 0')
    : numberOf('rounds', (number) => number > 0 && Number.isSafeInteger(number), 'a whole number above 0')
  const isSize = (number: number) => number >= LEAST_SIZE && Number.isFinite(number)
  const size = numberOf('size', isSize, `a number, ${LEAST_SIZE} or more`)
  const seed =
    numberOf('seed', (number) => number >= 0 && Number.isSafeInteger(number), 'a whole number, 0 or more') ??
    Date.now() % 1_000_000_000
  console.log(`${name}: ${promise}. Seed ${seed}`)
  const start = performance.now()
  const { did, wrong } = await proof({
    ...(rounds && { rounds }),
    ...(size && { size }),
    seed,
    isTimed: !values['any-pace'],
    say: (line) => console.log(`  ${line}`),
  })
  console.log(`${did}; ${((performance.now() - start) / 1000).toFixed(1)} s`)
  for (const line of wrong) console.log(`✗ ${line}`)
  console.log(wrong.length === 0 ? '✓ kept' : `✗ broken, seed ${seed}`)
  if (wrong.length > 0) process.exitCode = 1
}

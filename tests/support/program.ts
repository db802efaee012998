/** A program of the server as a process of its own: what it said and how it ended; and what is looked at while it serves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const programs = join(import.meta.dirname, '../../server/src/programs')

export interface Running {
  readonly args?: readonly string[]
  /** Where the programs are; those of this Munim where none is named. */
  readonly folder?: string
  /** Called once a server listens, which is told to end after it. */
  readonly whileServing?: (host: string, pid: number) => Promise<void>
}

export async function runProgram(
  program: 'start' | 'verify' | 'migrate' | 'backup' | 'restore',
  settings: NodeJS.ProcessEnv,
  { args = [], folder = programs, whileServing = async () => {} }: Running = {},
): Promise<{ code: number | null; said: string }> {
  const { DATABASE_URL: _, MIGRATION_URL: __, ...environment } = process.env
  const env = { ...environment, PORT: '0', DEMO_DATA: 'off', ...settings }
  const child = spawn(process.execPath, [join(folder, `${program}.ts`), ...args], { env, stdio: 'pipe' })
  let said = ''
  let looking: Promise<void> | undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += String(part)
      const host = /Munim is at (\S+)/.exec(said)?.[1]
      if (host) looking ??= whileServing(host, child.pid!).finally(() => child.kill('SIGTERM'))
    })
  }
  const [code] = await once(child, 'close')
  await looking
  return { code, said }
}

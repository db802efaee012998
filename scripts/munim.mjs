/**
 * What `npm start`, `npm test` and the rest run: brings the packages and the built panel up to date, then does the
 * thing with Node 24. It runs on Node 20, because that is what a machine may have, and needs no package itself.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './packages.mjs'
import { buildPanel } from './panel.mjs'
import { runProgram, runPrograms, wellStopped } from './run.mjs'
import { root, SaidWhy, say } from './say.mjs'
import { runChecks, runTests } from './tests.mjs'

/** Programs that need nothing but the packages. What follows `--` is handed to them. */
const programs = {
  migrate: 'server/src/programs/migrate.ts',
  verify: 'server/src/programs/verify.ts',
  backup: 'server/src/programs/backup.ts',
  'backup-key': 'server/src/programs/backup-key.ts',
  restore: 'server/src/programs/restore.ts',
  'remove-factors': 'server/src/programs/remove-factors.ts',
  replay: 'scripts/replay.ts',
  simulate: 'scripts/simulate.ts',
  prove: 'scripts/prove.ts',
}

/** Signs in the path of this checkout that Vite and Vitest take for those of an address. */
const unreadable = { start: /\?/, build: /\?/, dev: /[#?]/, test: /[#?%]/, check: /[#?%]/ }

const [verb = '', ...args] = process.argv.slice(2)

async function main() {
  process.chdir(root)
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node') // Programs start in two thirds of the time.
  if (!['start', 'build', 'dev', 'test', 'check', 'bench', ...Object.keys(programs)].includes(verb)) {
    throw new SaidWhy(`npm run has no '${verb}' here. Look into package.json.`)
  }
  const sign = unreadable[verb]?.exec(root)
  if (sign)
    throw new SaidWhy(`npm run ${verb} can't work below ${root}: move it to where no ${sign} is in the path.`)
  const node = await installPackages()
  if (verb === 'build' || verb === 'start' || (verb === 'bench' && args[0] === 'panel'))
    await buildPanel(node)
  if (verb === 'build') return 0
  if (verb === 'start') return wellStopped(await runProgram(node, ['server/src/programs/start.ts', ...args]))
  if (verb === 'dev') {
    const server = [node, ['--watch', '--watch-preserve-output', 'server/src/programs/start.ts', ...args]]
    return wellStopped(await runPrograms([server, [node, ['node_modules/vite/bin/vite.js', 'panel']]]))
  }
  if (verb === 'test') return runTests(node, args)
  if (verb === 'check') return runChecks(node)
  if (verb === 'bench') return runProgram(node, [benchOf(args[0]), ...args.slice(1)])
  return runProgram(node, [programs[verb], ...args])
}

function benchOf(name) {
  const names = readdirSync('bench').filter((file) => file.endsWith('.ts'))
  if (names.includes(`${name}.ts`)) return `bench/${name}.ts`
  throw new SaidWhy(`Which one? ${names.map((file) => `npm run bench -- ${file.slice(0, -3)}`).join('   ')}`)
}

main().then(
  (code) => process.exit(code),
  (error) => {
    say(error instanceof SaidWhy ? error.message : error)
    process.exit(1)
  },
)

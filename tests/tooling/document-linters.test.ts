/** The API document before the linters that its readers use. Whether it is true: tests/support/answers.ts. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@munim/contract'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { afterAll, expect, test } from 'vitest'
import { documentOf } from '../../server/src/http/document.ts'
import { everyCall } from '../support/contract.ts'

const text = JSON.stringify(documentOf(everyCall.map(([, endpoint]) => endpoint)))
/** One call, whose operationId is missing. */
const unnamed = JSON.stringify(documentOf([api.auth.login])).replace('"operationId":"adminAuthLogin",', '')
const folder = await mkdtemp(join(tmpdir(), 'munim-document-'))
afterAll(() => rm(folder, { recursive: true }))

/** What redocly reports of a document, as it is asked on a command line; it tells nobody that it ran. */
function redoclyOn(document: string): string {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, document)
  const cli = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')
  const { stdout } = spawnSync(process.execPath, [cli, 'lint', file, '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] }
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n')
}

async function spectralOn(document: string): Promise<string> {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] })
  const results = await linter.run(JSON.parse(document))
  return results.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`).join('\n')
}

/** Not how long it may take: when to give up on a machine that is busy with other things. */
const patience = { timeout: 600_000 }

test('redocly reports nothing', patience, () => {
  expect(redoclyOn(text)).toBe('')
  expect(redoclyOn(unnamed)).toContain('operation-operationId: ')
})

test('spectral reports nothing', patience, async () => {
  expect(await spectralOn(text)).toBe('')
  expect(await spectralOn(unnamed)).toContain('operation-operationId: ')
})

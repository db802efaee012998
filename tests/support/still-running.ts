/** A reporter that names what runs when no file has ended for long: a run that a limit of CI ends tells nothing else of it. */
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const QUIET_MS = 3 * 60_000

export default class StillRunning implements Reporter {
  #files = new Map<string, { since: number; test: string }>()
  #timer: NodeJS.Timeout | undefined

  onTestModuleQueued({ moduleId }: TestModule) {
    this.#files.set(moduleId, { since: Date.now(), test: 'being loaded' })
    this.#timer ??= setInterval(() => this.#say(), QUIET_MS)
  }

  onTestCaseReady({ module, fullName }: TestCase) {
    this.#files.set(module.moduleId, { since: Date.now(), test: fullName })
  }

  onTestCaseResult({ module, fullName }: TestCase) {
    this.#files.set(module.moduleId, { since: Date.now(), test: `after ${fullName}` })
  }

  onTestModuleEnd({ moduleId }: TestModule) {
    this.#files.delete(moduleId)
    this.#timer?.refresh()
  }

  onTestRunEnd() {
    clearInterval(this.#timer)
  }

  #say() {
    for (const [file, { since, test }] of this.#files) {
      const seconds = Math.round((Date.now() - since) / 1000)
      console.log(`Still running: ${relative(process.cwd(), file)}: ${test} (${seconds} s)`)
    }
  }
}

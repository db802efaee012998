/** Run by Vitest once before the tests over HTTP: the server whose databases `freshDatabase` copies. */
import type { TestProject } from 'vitest/node'
import { removeForgottenServers, startTemplateServer } from './database.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeForgottenServers()
  const { adminUrl, ownerUrl, url, template, stop } = await startTemplateServer()
  project.provide('databaseServer', { adminUrl, ownerUrl, url, template })
  return stop
}

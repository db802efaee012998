/** Run by Vitest once before the tests over HTTP: the server whose databases `freshDatabase` copies. */
import type { TestProject } from 'vitest/node'
import { removeForgottenServers, startTemplateServer } from './database.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEMPLATE_SERVER // Of who runs this, and ends it.
  if (given) {
    project.provide('databaseServer', JSON.parse(given))
    return async () => {}
  }
  await removeForgottenServers()
  const { adminUrl, ownerUrl, url, template, stop } = await startTemplateServer()
  project.provide('databaseServer', { adminUrl, ownerUrl, url, template })
  return stop
}

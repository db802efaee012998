/** The limits above which acts wait for a second person, over HTTP. */
import { type Answer, api, type Input, t } from '@munim/contract'
import { foresee } from '../http/second.ts'
import { type App, serve } from '../http/serve.ts'
import { changeOf } from '../http/trail.ts'
import { checkSame } from '../refusal.ts'
import { readSecurity, writeSecurity } from './queries.ts'

export function securityRoutes(app: App): void {
  serve(app, api.security.get, async (db) => ({ data: await readSecurity(db) }))

  serve(app, api.security.update, async (db, sent, { trail }) => {
    const before = await readSecurity(db, 'lock')
    trail.push({ subject: 'security', id: 'limits', ...checkChange(before, sent) })
    await writeSecurity(db, before, sent)
    return { data: await readSecurity(db) }
  })

  foresee(app, api.security.update, async (db, { input, isAsked }) => {
    const change = checkChange(await readSecurity(db, isAsked ? 'lock' : 'read'), input)
    if (Object.keys(change.after).length === 0) return null
    return { subject: 'security', id: 'limits', name: '', limits: ['guards'], ...change }
  })
}

/** What this would change; refused where what was read of it is another by now. */
function checkChange(
  before: Answer<typeof api.security.get>['data'],
  { basedOn = {}, ...sent }: Input<typeof api.security.update>,
) {
  const sentence = t('The limits were changed meanwhile: see what is stored now, and change them again.')
  checkSame(changeOf(before, basedOn).after, {}, sentence)
  return changeOf(before, sent)
}

/** What is closed by the environment: /docs, /metrics, and the panel to networks that are not named. */
import { api } from '@munim/contract'
import { expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { backOffice, PASSWORD } from '../support/office.ts'

const limited = await backOffice({ trustedProxies: 'loopback', panelNetworks: ['10.0.0.0/8', '127.0.0.1'] })

test('/docs and /metrics are not there where they are switched off', async () => {
  const shut = { docs: false, metrics: false, logLevel: 'silent', dataDir: '.' }
  const { http } = await buildApp({ database: limited.database, ...shut })
  for (const url of ['/docs', '/docs/json', '/metrics'])
    expect(await http.inject({ method: 'GET', url }), url).toMatchObject({ statusCode: 404 })
  await http.close()
})

const elsewhere = { 'x-forwarded-for': '198.51.100.1' }
const inside = { 'x-forwarded-for': '10.2.3.4' }

test('the panel is used from its networks only, with a right token and password too; players are let in from everywhere', async () => {
  const refused = { code: 403, message: 'The panel may not be used from this network' }
  expect(await limited.call(api.users.list, {}, { headers: elsewhere })).toMatchObject(refused)
  expect(await limited.call(api.users.listCsv, {}, { headers: elsewhere })).toMatchObject(refused)
  expect(await limited.call(api.live.follow, {}, { headers: elsewhere })).toMatchObject(refused)
  const right = { userName: limited.admin.userName, password: PASSWORD }
  expect(await limited.call(api.auth.login, right, { headers: elsewhere })).toMatchObject(refused)
  expect(await limited.call(api.users.list, {}, { headers: inside })).toMatchObject({ code: 200 })
  const asha = await limited.user('Asha')
  expect(await limited.call(api.player.me, {}, { as: asha, headers: elsewhere })).toMatchObject({ code: 200 })
})

/** The panel's files, and which addresses are its screens. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { msg, t } from '@munim/contract'
import { OLD_ADDRESSES, SCREENS } from '@munim/contract/screens'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from './faults.ts'

/** Addresses that the panel has a screen for; others get its not-found page with 404. */
const isScreen = new RegExp(
  `^(${Object.values(SCREENS)
    .map(([address]) => patternOf(address))
    .join('|')})/?$`,
)

function patternOf(address: string): string {
  return address
    .replace(/\/$/, '')
    .replace(/\/\{-\$\w+\}/g, '(/[^/]+)?')
    .replace(/\$\w+/g, '[^/]+')
}

const NOT_BUILT = msg('The panel is not built: run npm run build.')

/** What is wrong where `folder` has no built panel; undefined where it has one. */
export async function checkPanel(folder: string): Promise<string | undefined> {
  return existsSync(join(folder, 'index.html')) ? undefined : NOT_BUILT
}

/** `folder` is the built panel; where it isn't built, its addresses say so. */
export async function servePanel(http: FastifyInstance, folder: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: folder,
    suppressWarning: true, // Of a folder that is not there yet: checkPanel says it.
    wildcard: true, // Looked for at each request, so that a panel built meanwhile is served.
    index: false,
    setHeaders: (response, path) => {
      const isNamedByContent = path.includes('/assets/')
      response.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  http.get('/', (_request, reply) => sendPage(reply, folder, true))
  for (const [old, screen] of Object.entries(OLD_ADDRESSES))
    http.get(old, (_request, reply) => reply.redirect(SCREENS[screen][0], 302))
  http.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !/^\/(admin|player|uploads|hooks|health|assets)(\/|$)/.test(path)
    return isPage
      ? sendPage(reply, folder, isScreen.test(path))
      : refuse(reply, 404, t('There is no such call'))
  })
}

async function sendPage(reply: FastifyReply, folder: string, isThere: boolean): Promise<FastifyReply> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return refuse(reply, 404, t(NOT_BUILT))
  return reply
    .code(isThere ? 200 : 404)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page)
}

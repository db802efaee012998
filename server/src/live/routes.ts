/** The stream of what happens. Asked by POST like every call: a browser's EventSource could send no token. */
import { api } from '@munim/contract'
import { serveEvents } from '../http/events.ts'
import type { App } from '../http/serve.ts'
import { startFeed } from './feed.ts'

export function liveRoutes(app: App): void {
  const feed = startFeed(app.database, app.troubles.log)
  serveEvents(app, api.live.follow, ({ tokenHash }) => feed.open(tokenHash))
  // Before the server waits for what is under way, which a stream always is.
  app.http.addHook('preClose', async () => feed.stop())
}

/** Starts the panel: the session that was left, and the first screen's chunk. The spinner of index.html is seen meanwhile. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { beginLive, useLive } from './api/live-state.ts'
import { queries, router } from './app.tsx'
import { followOtherTabs, restoreSession } from './session.ts'
import { printInLight } from './theme/print.ts'
import { cssVariables, theme, themeManager } from './theme/theme.ts'

/** Draws the panel once the spinner was seen for long enough. */
export async function start(hasSpun: Promise<unknown>): Promise<void> {
  restoreSession()
  followOtherTabs()
  printInLight()
  beginLive()
  // A first screen that fails to load says so itself, inside the shell.
  const first = router.load().catch(() => undefined)
  await Promise.all([first, hasSpun])
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={themeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
  void follow()
}

/**
 * Beside the first screen, which is whole without it. Where its file can't be had, resuming loads the page anew: a browser
 * never asks again for a file that it could not load.
 */
async function follow(): Promise<void> {
  try {
    const { followLive } = await import('./api/live.ts')
    await followLive(queries)
  } catch {
    useLive.setState({ state: 'paused' })
    useLive.subscribe(({ state }) => state !== 'paused' && location.reload())
  }
}

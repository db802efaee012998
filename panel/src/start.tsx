/** Starts the panel: the session that was left, the first screen's chunk, and a spinner while both are fetched. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { beginLive, useLive } from './api/live-state.ts'
import { queries, router } from './app.tsx'
import { followOtherTabs, restoreSession } from './session.ts'
import { Spinner } from './shell/spinner.tsx'
import { printInLight } from './theme/print.ts'
import { cssVariables, theme, themeManager } from './theme/theme.ts'

/** A browser that a program drives is the testing environment of the specification. */
const isTesting = import.meta.env.VITE_TESTING === 'true' || navigator.webdriver
const SPINNER_MS = isTesting ? 500 : 2000

const root = createRoot(document.getElementById('root')!)

function show(content: ReactNode): void {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={themeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queries}>{content}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

async function start(): Promise<void> {
  show(<Spinner />)
  restoreSession()
  followOtherTabs()
  printInLight()
  beginLive()
  // A first screen that fails to load says so itself, inside the shell.
  const first = router.load().catch(() => undefined)
  await Promise.all([first, new Promise((done) => setTimeout(done, SPINNER_MS))])
  show(<RouterProvider router={router} />)
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

void start()

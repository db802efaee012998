/**
 * The first module: in which language the panel is. What says words is evaluated once that is known (start.tsx); until it
 * is drawn the spinner of index.html is seen.
 */
import './theme/base.css'
import './theme/classes.css'
import './theme/library.css'
import './theme/mantine.css'
import './theme/contrast.css'
import { t } from '@munim/contract/catalogue'
import { inTime } from './api/in-time.ts'
import { speak } from './language.ts'

/** A browser that a program drives is the testing environment of the specification. */
const isTesting = import.meta.env.VITE_TESTING === 'true' || navigator.webdriver
const SPINNER_MS = isTesting ? 500 : 2000
const hasSpun = new Promise((done) => setTimeout(done, SPINNER_MS))

/** The panel's own file can't be had: nothing of what it draws with is there. */
function sayFailed(): void {
  const [words, again] = [document.createElement('p'), document.createElement('button')]
  words.textContent = t('This page could not be shown')
  again.textContent = t('Load again')
  again.onclick = () => location.reload()
  const root = document.getElementById('root')!
  root.role = 'alert'
  root.replaceChildren(words, again)
}

async function begin(): Promise<void> {
  await speak()
  const words = document.createElement('span')
  words.className = 'mu-hidden'
  words.textContent = t('Loading')
  document.querySelector('.mu-start')?.append(words)
  const { start } = await inTime(import('./start.tsx'))
  await start(hasSpun)
}

void begin().catch(sayFailed)

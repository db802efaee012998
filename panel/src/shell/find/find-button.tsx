/** The field in the header that opens Find anything, and Ctrl K for who types. What it opens is fetched before that, or then. */
import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { t } from '@munim/contract'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentType, useEffect } from 'react'
import { create } from 'zustand'
import { tellFailed } from '../../widgets/notice.tsx'
import styles from './find-button.module.css'
import './recent.ts'

interface Opened {
  readonly onClose: () => void
}

/** Of no component: what is opened while the first screen is still fetched stays open. */
const useFind = create<{ readonly isOpen: boolean; readonly Dialog: ComponentType<Opened> | null }>()(() => ({
  isOpen: false,
  Dialog: null,
}))

const SOON_MS = 1000
const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent)
const close = () => useFind.setState({ isOpen: false })

async function load(): Promise<void> {
  const { FindAnything } = await import('./find-anything.tsx')
  useFind.setState({ Dialog: FindAnything })
}

async function open(): Promise<void> {
  const { isOpen, Dialog } = useFind.getState()
  // Over another dialog it would leave that one's work behind.
  if (isOpen || document.querySelector('[role=dialog]') !== null) return
  useFind.setState({ isOpen: true })
  if (Dialog !== null) return
  try {
    await load()
  } catch {
    close()
    tellFailed(t('The search could not be loaded'))
  }
}

/** What fails now is fetched again where it is opened, and said then. */
const loadAhead = () => void load().catch(() => undefined)

export function FindButton() {
  const { isOpen, Dialog } = useFind()
  useHotkeys([['mod+K', () => void open()]], [])
  useEffect(() => {
    const timer = setTimeout(loadAhead, SOON_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <UnstyledButton
        className={styles.field}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={styles.words}>{t('Search or jump…')}</span>
        <kbd className={styles.key} aria-hidden>
          {isMac ? '⌘ K' : t('Ctrl K')}
        </kbd>
      </UnstyledButton>
      {isOpen && Dialog !== null && <Dialog onClose={close} />}
    </>
  )
}

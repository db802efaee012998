/** The field in the header that opens Find anything, and Ctrl K for who types. What it opens is fetched before that, or then. */
import { UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { t } from '@munim/contract'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { create } from 'zustand'
import { useSession } from '../../session.ts'
import { askParts, useParts } from '../parts.ts'
import styles from './find-button.module.css'
import './recent.ts'

/** Of no component: what is opened while the first screen is still fetched stays open. */
const useFind = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent)
const close = () => useFind.setState({ isOpen: false })
useSession.subscribe(({ isLoggedIn }) => isLoggedIn || close())

function open(): void {
  // Over another dialog it would leave that one's work behind.
  if (useFind.getState().isOpen || document.querySelector('[role=dialog]') !== null) return
  useFind.setState({ isOpen: true })
  askParts(close)
}

export function FindButton() {
  const { isOpen } = useFind()
  const parts = useParts()
  const isDrawn = useDeferredValue(isOpen)
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <UnstyledButton
        className={`mu-row mu-gap-8 mu-soft ${styles.field}`}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={`mu-cut ${styles.words}`}>{t('Search or jump…')}</span>
        <kbd className={styles.key} aria-hidden>
          {isMac ? '⌘ K' : t('Ctrl K')}
        </kbd>
      </UnstyledButton>
      {isOpen && isDrawn && parts && <parts.FindAnything onClose={close} />}
    </>
  )
}

/** The way to the sections on narrow screens: a drawer over the page. */
import { CloseButton, Drawer } from '@mantine/core'
import { t } from '@munim/contract'
import { Brand } from '../widgets/brand.tsx'
import { byOneClick, onlyOnce } from '../widgets/one-click.ts'
import { BooksFoot } from './books-foot.tsx'
import styles from './sidebar.module.css'
import { Entries } from './sidebar.tsx'
import { useOpened } from './use-opened.ts'

interface DrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Closes on Escape, on a click beside it, and when an entry is chosen. */
export function SidebarDrawer({ isOpen, onClose }: DrawerProps) {
  const isOpened = useOpened(isOpen)
  return (
    <Drawer.Root
      opened={isOpened}
      onClose={onClose}
      size={296}
      transitionProps={{ duration: 120 }}
      closeOnClickOutside={false}
    >
      <Drawer.Overlay backgroundOpacity={0.42} color="#0e1015" onClick={byOneClick(onClose)} />
      <Drawer.Content aria-label={t('Menu')} onClickCapture={onlyOnce}>
        <div className={`mu-column ${styles.drawer}`}>
          <div className={`mu-row mu-ends ${styles.drawerHead}`}>
            <Brand onLeave={onClose} />
            <CloseButton aria-label={t('Close menu')} onClick={onClose} size={36} />
          </div>
          <Entries onLeave={onClose} />
          <BooksFoot onLeave={onClose} />
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

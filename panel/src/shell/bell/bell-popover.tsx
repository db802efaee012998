/** What the bell opens, at its button. */
import { Popover } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useOpened } from '../use-opened.ts'
import styles from './bell.module.css'
import { Bulletin } from './bulletin.tsx'

interface Props extends Omit<ComponentProps<typeof Bulletin>, 'onLeave'> {
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
  readonly button: ReactNode
  /** How many need a person, beside the button. */
  readonly counted: ReactNode
}

export function BellPopover({ isOpen, onChange, button, counted, ...bulletin }: Props) {
  const isOpened = useOpened(isOpen)
  return (
    <Popover
      opened={isOpened}
      onChange={onChange}
      position="bottom-end"
      offset={6}
      width={380}
      trapFocus
      returnFocus
      withinPortal={false}
      transitionProps={{ duration: 0 }}
    >
      <div className="mu-place">
        <Popover.Target>{button}</Popover.Target>
        {counted}
      </div>
      <Popover.Dropdown className={styles.dropdown}>
        <Bulletin {...bulletin} onLeave={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

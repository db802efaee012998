/** A search field that asks 300 ms after the last key, with the text cut of its blanks. */

import { CloseButton, TextInput } from '@mantine/core'
import { t } from '@munim/contract'
import { IconSearch } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useKey, useKeys } from './keys.ts'
import styles from './search-box.module.css'

const WAIT_MS = 300
/** In pixels; a narrower one shares its line on a phone, too. */
const WIDE = 200

interface Props {
  /** What it searches by; also its name. */
  readonly placeholder: string
  /** What is searched for now. */
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly width?: number
  /** The key `/` leads to another search of the screen; its name is over it, as those of the fields beside it. */
  readonly isSecond?: boolean
}

export function SearchBox({ placeholder, value, onSearch, width = 380, isSecond = false }: Props) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const search = useEffectEvent(onSearch)

  useEffect(() => {
    // The address changed by itself (Back, Clear filters): the field follows.
    if (value === asked.current) return
    asked.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    const text = typed.trim()
    if (text === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text
      search(text)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const field = useKey<HTMLInputElement>(isSecond ? undefined : '/', (input) => input.select())
  const hasKeys = useKeys(({ isOn }) => isOn) && !isSecond
  const hint = hasKeys && (
    <kbd className={`mu-note ${styles.key}`} aria-hidden>
      /
    </kbd>
  )

  const clear = <CloseButton size="sm" aria-label={t('Clear the search')} onClick={() => setTyped('')} />
  return (
    <TextInput
      ref={field}
      className={styles.field}
      type="search"
      aria-keyshortcuts={hasKeys ? '/' : undefined}
      {...(isSecond ? { label: placeholder } : { 'aria-label': placeholder, placeholder })}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      rightSection={typed === '' ? hint : clear}
      data-small={width < WIDE || undefined}
      style={{ '--most': `${width}px` } as CSSProperties}
    />
  )
}

/**
 * Keys of a single letter: `/` goes to the search of the screen, `[` and `]` to the page before and after. Off while one
 * types, in dialogs and menus, and where the administrator has switched them off, who may speak to their machine.
 */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { create } from 'zustand'
import { keep, kept } from '../session.ts'

const KEYS_KEY = 'munimKeys'
const OFF = 'off'

/** Whether keys of a single letter do something; kept for the next visit. */
export const useKeys = create<{ readonly isOn: boolean }>()(() => ({ isOn: kept(KEYS_KEY) !== OFF }))

export function switchKeys(isOn: boolean): void {
  keep(KEYS_KEY, isOn ? null : OFF)
  useKeys.setState({ isOn })
}

/** The key; '' where it is part of composing a word, as the Enter that chooses what a writing system offers. */
export const keyOf = ({ nativeEvent }: { readonly nativeEvent: KeyboardEvent }): string =>
  // In Safari what ends it is told by the code alone.
  nativeEvent.isComposing || nativeEvent.keyCode === 229 ? '' : nativeEvent.key

interface Options {
  /** A key that is held down acts once. */
  readonly isOnce?: boolean
}

/**
 * What the key acts on, while it can be seen: `<button ref={useKey(']', (button) => button.click())}>`. Several keys may; a
 * letter is written small, and means the large one too.
 */
export function useKey<E extends HTMLElement>(
  key: string | readonly string[] | undefined,
  act: (element: E) => void,
  { isOnce = false }: Options = {},
): RefObject<E | null> {
  const element = useRef<E>(null)
  const isOn = useKeys((keys) => keys.isOn)
  const press = useEffectEvent(act)
  const keys = [key ?? []].flat().join(' ')
  useEffect(() => {
    if (!isOn || keys === '') return
    const onKey = (event: KeyboardEvent) => {
      if (!keys.split(' ').includes(event.key.toLowerCase())) return
      if (isMeantOtherwise(event) || !element.current?.checkVisibility()) return
      event.preventDefault()
      if (isOnce && event.repeat) return
      press(element.current)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [keys, isOn, isOnce])
  return element
}

const TYPING = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog]'

function isMeantOtherwise(event: KeyboardEvent): boolean {
  // Some keyboards write brackets with AltGr, which also counts as Ctrl and Alt.
  const isCommand = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')
  const isTyped = event.target instanceof Element && event.target.closest(TYPING) !== null
  const isUnderDialog = document.querySelector('[role=dialog]') !== null
  return event.defaultPrevented || event.metaKey || isCommand || isTyped || isUnderDialog
}

/** A dialog that is fetched when it is first opened: most who see its screen never open it. */
import { t } from '@munim/contract'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { inTime } from '../api/in-time.ts'
import { tellFailed } from './notice.tsx'

interface Closable {
  readonly onClose: () => void
}

/** The dialog that `load` fetches; where that fails it is closed and said. */
export function later<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  return function Later(props: P) {
    const [Dialog, setDialog] = useState(() => loaded)
    const fail = useEffectEvent(() => {
      tellFailed(t('This could not be loaded: load the page again'))
      props.onClose()
    })
    useEffect(() => {
      if (loaded !== null) return
      let isOpen = true
      inTime(load()).then(
        (dialog) => {
          loaded = dialog
          if (isOpen) setDialog(() => dialog)
        },
        () => isOpen && fail(),
      )
      return () => {
        isOpen = false
      }
    }, [])
    return Dialog && <Dialog {...props} />
  }
}

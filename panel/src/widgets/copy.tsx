/** Puts a payment field on the clipboard, and says so. */

import { ActionIcon, Button } from '@mantine/core'
import { t } from '@munim/contract'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { tellFailed } from './notice.tsx'
import { Sentence } from './sentence.tsx'

const SHOWN_MS = 2000

interface Props {
  readonly text: string
  /** What it is, as a screen reader names the button. */
  readonly label: string
  /** Several are under each other: only the icon is drawn. */
  readonly isSmall?: boolean
}

export function Copy({ text, label, isSmall = false }: Props) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    if (await written(text)) setCopied(true)
    else tellFailed(t('Your browser does not let this page copy. The {label} is {text}.', { label, text }))
  }
  const icon = isCopied ? (
    <IconCheck size={16} stroke={1.8} aria-hidden />
  ) : (
    <IconCopy size={16} stroke={1.6} aria-hidden />
  )
  return (
    <>
      {isSmall ? (
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={t('Copy {label}', { label })}
          onClick={() => void copy()}
        >
          {icon}
        </ActionIcon>
      ) : (
        <Button leftSection={icon} onClick={() => void copy()}>
          <Sentence of="Copy<hidden> {label}</hidden>" label={label} hidden={unseen} />
        </Button>
      )}
      <span className="mu-hidden" role="status">
        {isCopied && t('{label} copied', { label })}
      </span>
    </>
  )
}

const unseen = (words: ReactNode) => <span className="mu-hidden">{words}</span>

/** The clipboard is there over TLS and on this machine only; elsewhere the old command still works. */
async function written(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  document.activeElement?.after(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  return isDone
}

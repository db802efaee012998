/** A sentence of the catalogue with elements in it: `<Sentence of="Reverts <b>{name}</b>" name={…} b={bold} />`. */
import { parts } from '@munim/contract'
import { Children, type ReactNode } from 'react'

interface Props {
  readonly of: string
  /** By the names in the sentence: what is put there, or what is made of the words between a tag's two ends. */
  readonly [value: string]: ReactNode | ((between: ReactNode) => ReactNode)
}

export function Sentence({ of, ...values }: Props) {
  const put = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (between: ReactNode[]) => value(Children.toArray(between)) : value,
  ])
  return <>{Children.toArray(parts<ReactNode>(of, Object.fromEntries(put)))}</>
}

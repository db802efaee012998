/** That an act on this waits for a second person: who asked for it, and the way to where it is confirmed. */
import { api } from '@munim/contract'
import type { ReactNode } from 'react'
import { useLacking } from '../api/may.ts'
import { useWaiting } from '../api/use-waiting.ts'
import { actInWords } from './act-in-words.ts'
import styles from './asked-for.module.css'
import { Banner } from './banner.tsx'
import { Link } from './link.tsx'
import { Sentence } from './sentence.tsx'

interface Props {
  /** As the audit names it. */
  readonly thing: 'request' | 'user' | 'bid' | 'draw' | 'settings' | 'rates' | 'security' | 'admin' | 'role'
  readonly id: string | number
  /** A line of a row; else a banner. */
  readonly isLine?: boolean
}

/** Nothing where nothing waits. */
export function AskedFor({ thing, id, isLine = false }: Props) {
  const mayOpen = useLacking(api.acts.list) === null
  const acts = useWaiting(thing, id)
  const link = (words: ReactNode) => (mayOpen ? <Link to="/to-confirm">{words}</Link> : words)
  return acts.map(({ id, asker, ...act }) =>
    isLine ? (
      <span key={id} className={`mu-fine mu-medium mu-amber mu-block mu-breaks ${styles.line}`}>
        <Sentence of="{name} asked for it: <a>To confirm</a>" name={asker.userName} a={link} />
      </span>
    ) : (
      <div key={id} className="mu-below-12">
        <Banner tone="note">
          <Sentence
            of="{name} asked for it: {act}. It is in <a>To confirm</a>."
            name={asker.userName}
            act={actInWords(act)}
            a={link}
          />
        </Banner>
      </div>
    ),
  )
}

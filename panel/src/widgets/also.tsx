/** A message that goes out a second way with the same words, once the first way has it: the choice beside its form, and what is left. */
import { Button, Switch } from '@mantine/core'
import { type Answer, type Body, type Endpoint, t } from '@munim/contract'
import { useRef, useState } from 'react'
import { answered } from '../api/call.ts'
import { useLacking } from '../api/may.ts'
import { useAction } from '../api/use-action.ts'
import { Banner, goOnBeside } from './banner.tsx'
import { tellDone, tellFailed } from './notice.tsx'

interface Way<E extends Endpoint> {
  readonly to: E
  readonly refreshes: readonly Endpoint[]
  /** "Also send as a push notification" */
  readonly label: string
  readonly done: (answer: Answer<E>) => string
  readonly failed: (why: string) => string
  readonly left: (title: string) => string
  readonly lastsMs?: number
}

/** What the first way came to is told with what the second did. A failure of the second leaves it to be sent again, and no more. */
export function useAlso<E extends Endpoint>(way: Way<E>) {
  const { to, refreshes, done, failed, lastsMs } = way
  const [isChosen, choose] = useState(false)
  const [left, setLeft] = useState<Body<E> | null>(null)
  const first = useRef<{ sentence: string; since: string | null }>({ sentence: '', since: null })
  const told = (sentence: string) => {
    answered.since ??= first.current.since
    return `${first.current.sentence} ${sentence}`
  }
  const { run, isPending } = useAction(to, {
    refreshes,
    onDone: (answer) => {
      setLeft(null)
      tellDone(told(done(answer)), lastsMs)
    },
    onFailed: (why, _, body) => {
      setLeft(body)
      tellFailed(told(failed(why)))
    },
  })
  /** Tells what the first way came to; sends the second where it is chosen. */
  function go(sentence: string, body: Body<E>) {
    first.current = { sentence, since: answered.since }
    if (!isChosen) return tellDone(sentence, lastsMs)
    choose(false)
    void run(body)
  }
  return { way, isChosen, choose, left, setLeft, isPending, run, go }
}

/** The choice; while something is left of the message before, that in its place. */
export function Also<E extends Endpoint>({
  way,
  isChosen,
  choose,
  left,
  ...also
}: ReturnType<typeof useAlso<E>>) {
  if (useLacking(way.to) !== null) return null
  if (left === null)
    return (
      <Switch
        label={way.label}
        checked={isChosen}
        disabled={also.isPending}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
    )
  return (
    <Banner
      tone="warning"
      action={
        <Button
          loading={also.isPending}
          onClick={() => {
            goOnBeside()
            void also.run(left)
          }}
        >
          {t('Send again')}
        </Button>
      }
      onDismiss={() => also.setLeft(null)}
    >
      {way.left((left as { title: string }).title)}
    </Banner>
  )
}

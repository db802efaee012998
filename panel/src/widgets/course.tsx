/** How far acts are that go one by one, with a button that stops them. Their list has the class `lines` of its styles. */
import { Button, Progress } from '@mantine/core'
import { t } from '@munim/contract'
import styles from './course.module.css'

interface Props {
  /** What is done to each, as a screen reader names the bar. */
  readonly name: string
  readonly answered: number
  readonly all: number
  /** Null once nothing is sent any more. */
  readonly onStop: (() => void) | null
}

export function Course({ name, answered, all, onStop }: Props) {
  return (
    <div className={styles.course}>
      <Progress value={(answered / all) * 100} aria-label={name} transitionDuration={0} />
      <span role="status">{t('{answered, number} of {all, number}', { answered, all })}</span>
      {onStop && <Button onClick={onStop}>{t('Stop')}</Button>}
    </div>
  )
}

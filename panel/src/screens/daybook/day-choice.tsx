/** Which day's book is open: typed or picked, or one day on or back. */
import { ActionIcon, Button } from '@mantine/core'
import { t } from '@munim/contract'
import { addDays, type Day } from '@munim/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { DayInput } from '../../widgets/day-input.tsx'
import styles from './day-choice.module.css'

interface Props {
  readonly day: Day
  readonly today: Day
  readonly onChoose: (day: Day) => void
}

export function DayChoice({ day, today, onChoose }: Props) {
  const yesterday = addDays(today, -1)
  return (
    <div className={`mu-acts mu-apart ${styles.choice}`}>
      <ActionIcon data-step aria-label={t('The day before')} onClick={() => onChoose(addDays(day, -1))}>
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <DayInput
        label={t('Day')}
        calendar={t('Pick the day')}
        value={day}
        max={today}
        outside={t('This day has not begun')}
        className={styles.day}
        onChange={(next) => next !== '' && onChoose(next)}
      />
      <ActionIcon
        data-step
        aria-label={t('The day after')}
        disabled={day >= today}
        onClick={() => onChoose(addDays(day, 1))}
      >
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <Button disabled={day === today} onClick={() => onChoose(today)}>
        {t('Today')}
      </Button>
      <Button disabled={day === yesterday} onClick={() => onChoose(yesterday)}>
        {t('Yesterday')}
      </Button>
    </div>
  )
}

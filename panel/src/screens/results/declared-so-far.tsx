/** What is declared of the draw shown, and when betting on it ends. */

import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import type { ReactNode } from 'react'
import { ResultCells } from '../../game/result.tsx'
import { Allowed } from '../../widgets/allowed.tsx'
import { FactList } from '../../widgets/facts.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './declared-so-far.module.css'
import { type Draw, dateOf, undecidedOf } from './draw.ts'

interface Props {
  readonly draw: Draw
  /** What is shown below its figures. */
  readonly children?: ReactNode
  /** Asks about voiding what is undecided of it. */
  readonly onVoid?: () => void
}

export function DeclaredSoFar({ draw, children, onVoid }: Props) {
  const { open_ends_at, close_ends_at } = draw
  return (
    <PanelCard title={t('Declared so far')} aside={dateOf(draw.market_date)}>
      <div className={`mu-stack ${styles.matter}`}>
        <ResultCells result={draw} />
        <FactList
          facts={{
            [t('Open ends')]: open_ends_at && <When at={open_ends_at} as="short" />,
            [t('Close ends')]: close_ends_at && <When at={close_ends_at} as="short" />,
          }}
        />
        {children}
        {onVoid && draw.open_ends_at !== null && undecidedOf(draw).length > 0 && (
          <div className={`mu-note mu-row mu-ends mu-gap-8 ${styles.void}`}>
            <p>{t('Its result will never come?')}</p>
            <Allowed to={api.results.voidDraw}>
              <Button variant="subtle" color="gray" px={8} onClick={onVoid}>
                {t('Void Draw')}
              </Button>
            </Allowed>
          </div>
        )}
      </div>
    </PanelCard>
  )
}

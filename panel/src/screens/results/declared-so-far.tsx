/** What is declared of the draw shown, and when betting on it ends. */
import { FactList } from '../../widgets/facts.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { ResultCells } from '../../widgets/result.tsx'
import { When } from '../../widgets/when.tsx'
import look from './declared-so-far.module.css'
import { type Draw, dateOf } from './draw.ts'

export function DeclaredSoFar({ draw }: { readonly draw: Draw }) {
  const { opens_at, closes_at } = draw
  return (
    <PanelCard title="Declared so far" aside={dateOf(draw.market_date)}>
      <div className={look.matter}>
        <ResultCells result={draw} />
        <FactList
          facts={{
            'Open ends': opens_at && <When at={opens_at} as="short" />,
            'Close ends': closes_at && <When at={closes_at} as="short" />,
          }}
        />
      </div>
    </PanelCard>
  )
}

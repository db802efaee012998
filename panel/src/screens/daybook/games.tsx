/** What the house made, by game: the same bids as by market, so that both come to the same. */
import { t } from '@munim/contract'
import { IconDice3 } from '@tabler/icons-react'
import { type Figures, figureColumns } from '../../game/figure-columns.tsx'
import { gameName } from '../../game/game-name.ts'
import type { Column } from '../../widgets/column.ts'
import { RecordsOf } from '../../widgets/records.tsx'
import { TitledList } from '../../widgets/titled-list.tsx'
import type { Book } from './accounts.tsx'

type Game = Book['games'][number]

interface GamesProps extends Pick<Book, 'games'> {
  readonly result: Figures
  /** What is said where there were none. */
  readonly none: string
}

export function Games({ games, result, none }: GamesProps) {
  const columns: readonly Column<Game, string>[] = [
    {
      title: t('Game'),
      cell: ({ game_mode: game }) => gameName(game),
      card: 'title',
      foot: () => t('In all'),
    },
    ...figureColumns<Game>(result),
  ]
  return (
    <TitledList title={t('By game')}>
      <RecordsOf
        rows={games}
        columns={columns}
        keyOf={({ game_mode: game }) => game}
        caption={t('What the house made, by game')}
        empty={{ title: none, icon: IconDice3 }}
      />
    </TitledList>
  )
}

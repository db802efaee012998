/** What a game is called: core's name, in the reader's language. */
import { t } from '@munim/contract'
import { type GameMode, labelOf } from '@munim/core'

export const gameName = (game: GameMode): string => t(labelOf(game))

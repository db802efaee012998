/** The order of the list of results, which stays while it is read, whatever is declared meanwhile. */
import { api } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Draw, dueFirst } from './draw.ts'

/** Puts draws in the order that they had in the first answer since a person asked; new ones come last. */
export function useOrder(askedAt: Date): (draws: readonly Draw[]) => Draw[] {
  const queries = useQueryClient()
  const kept = useRef({ askedAt, isOfLater: false, ids: [] as readonly number[] })
  const answeredAt = queries.getQueryState([api.markets.list.path, {}])?.dataUpdatedAt ?? 0
  return (draws) => {
    if (kept.current.askedAt !== askedAt || !kept.current.isOfLater) {
      const ids = dueFirst(draws, askedAt).map(({ id }) => id)
      kept.current = { askedAt, ids, isOfLater: answeredAt >= askedAt.getTime() }
    }
    const places = new Map(kept.current.ids.map((id, place) => [id, place]))
    const placeOf = ({ id }: Draw) => places.get(id) ?? places.size
    return [...draws].sort((a, b) => placeOf(a) - placeOf(b))
  }
}

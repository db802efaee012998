/** Screens are fetched when they are first opened: within 120 s, with one more try where the first was refused. */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { inTime } from '../api/in-time.ts'

export function screenOf(name: string, load: () => Promise<RouteComponent>) {
  return lazyRouteComponent(async () => ({ default: await fetchChunk(name, load) }))
}

async function fetchChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await inTime(load().catch(load))
  } catch {
    throw new Error(`Loading chunk ${name} failed`)
  }
}

/** Screens are fetched when they are first opened: 120 s at most, with one more try. */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'

const TIME_OUT_MS = 120_000

export function screenOf(name: string, load: () => Promise<RouteComponent>) {
  return lazyRouteComponent(async () => ({ default: await fetchChunk(name, load) }))
}

async function fetchChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await within(name, load).catch(() => within(name, load))
  } catch {
    throw new Error(`Loading chunk ${name} failed`)
  }
}

function within<T>(name: string, load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Loading chunk ${name} timed out`)), TIME_OUT_MS)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** Short lines about what is being done, and how long it took. */
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** An error whose sentence is all that its reader needs. */
export class SaidWhy extends Error {}

export const say = (line) => console.error(line)

/** Does something that takes a while, and says how long it took. */
export async function during(what, work) {
  say(`${what} …`)
  const start = Date.now()
  const result = await work()
  say(`${what}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
  return result
}

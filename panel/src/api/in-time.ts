/** Scripts that are fetched when they are needed: one that has not come within 120 s has failed. */
const TIME_OUT_MS = 120_000

export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, TIME_OUT_MS)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

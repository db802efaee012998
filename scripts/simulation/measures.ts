/** What a simulation measures of its calls, and how it is printed. Latencies are kept as histograms, not one by one. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

interface Measured {
  readonly microseconds: RecordableHistogram
  refused: number
  failed: number
}

export interface Measures {
  /** An answer that took so long. Below 400 it was done, below 500 refused, otherwise it failed; 0 is no answer. */
  record(path: string, ms: number, code: number, reason: string): void
  readonly calls: number
  readonly failures: number
  /** The table of calls and the reasons of refusals and failures, for these many seconds. */
  inLines(seconds: number): string[]
}

const HEADINGS = ['calls', 'per s', 'p50', 'p95', 'p99', 'max', 'refused', 'failed']

export function newMeasures(): Measures {
  const byPath = new Map<string, Measured>()
  const reasons = new Map<string, number>()
  const sum = (of: (measured: Measured) => number) =>
    [...byPath.values()].reduce((all, each) => all + of(each), 0)
  return {
    record(path, ms, code, reason) {
      const measured = byPath.get(path) ?? { microseconds: createHistogram(), refused: 0, failed: 0 }
      byPath.set(path, measured)
      measured.microseconds.record(Math.max(1, Math.round(ms * 1000)))
      if (code !== 0 && code < 400) return
      if (code !== 0 && code < 500) measured.refused++
      else measured.failed++
      const why = `${code === 0 ? 'no answer' : code}  ${reason}`
      reasons.set(why, (reasons.get(why) ?? 0) + 1)
    },
    get calls() {
      return sum(({ microseconds }) => microseconds.count)
    },
    get failures() {
      return sum(({ failed }) => failed)
    },
    inLines(seconds) {
      if (byPath.size === 0) return []
      const rows = [...byPath]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([path, each]) => rowOf(path, each, seconds))
      const causes = [...reasons]
        .sort(([, a], [, b]) => b - a)
        .map(([why, times]) => `${`${times} ×`.padStart(10)}  ${why}`)
      return [
        ...aligned([['', ...HEADINGS], ...rows]),
        ...(causes.length > 0 ? ['Not done:', ...causes] : []),
      ]
    },
  }
}

function rowOf(path: string, { microseconds, refused, failed }: Measured, seconds: number): string[] {
  const at = (percent: number) => inMs(microseconds.percentile(percent))
  const rate = (microseconds.count / Math.max(seconds, 0.001)).toFixed(1)
  const latencies = [at(50), at(95), at(99), inMs(microseconds.max)]
  return [path, String(microseconds.count), rate, ...latencies, String(refused), String(failed)]
}

const inMs = (microseconds: number) => `${(microseconds / 1000).toFixed(1)} ms`

/** Columns as wide as their widest cell; the first to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  '),
  )
}

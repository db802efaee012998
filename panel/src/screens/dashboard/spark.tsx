/** The course of fourteen days in a few strokes, without an axis. What it shows is told by the fourteen days' table. */
import styles from './spark.module.css'

const WIDTH = 84
const HEIGHT = 28
/** Room for the dot at the end. */
const PAD = 3

export function Spark({ values, tone }: { readonly values: readonly number[]; readonly tone: 1 | 2 }) {
  const most = Math.max(...values)
  const least = Math.min(...values)
  if (values.length < 2 || most === least) return null
  const points = values.map((value, index) => {
    const x = PAD + (index / (values.length - 1)) * (WIDTH - 2 * PAD)
    const y = HEIGHT - PAD - ((value - least) / (most - least)) * (HEIGHT - 2 * PAD)
    return [x.toFixed(1), y.toFixed(1)] as const
  })
  const [x, y] = points.at(-1)!
  return (
    <svg className={styles.spark} data-tone={tone} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      <circle cx={x} cy={y} r={2} />
    </svg>
  )
}

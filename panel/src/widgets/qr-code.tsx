/** A text as a QR code, dark on white in either theme, as cameras read it. */
import { encode } from 'uqr'

interface Props {
  readonly text: string
  readonly label: string
  readonly className: string | undefined
}

/** Blank modules around it, without which it is not found. */
const BORDER = 4

export function QrCode({ text, label, className }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0e1015" />
    </svg>
  )
}

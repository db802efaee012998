/** A text as a QR code, dark on white in either theme, as cameras read it. Its place is there before it can be drawn. */
import { useEffect, useState } from 'react'

interface Props {
  readonly text: string
  readonly label: string
  readonly className: string | undefined
}

interface Drawn {
  readonly text: string
  readonly path: string
  readonly size: number
}

/** Blank modules around it, without which it is not found. */
const BORDER = 4

export function QrCode({ text, label, className }: Props) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isShown = true
    void import('uqr')
      .then(({ encode }) => {
        const { data, size } = encode(text, { ecc: 'M', border: BORDER })
        const path = data
          .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
          .join('')
        if (isShown) setDrawn({ text, path, size })
      })
      .catch(() => undefined) // Where it can't be had there is what it says, as a link or a text beside it.
    return () => {
      isShown = false
    }
  }, [text])
  const { path = '', size = 1 } = drawn?.text === text ? drawn : {}
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

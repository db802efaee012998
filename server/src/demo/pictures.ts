/** The demonstration's banners, drawn: shapes only, since no server can be counted on to have a font. */
import sharp from 'sharp'

const WIDTH = 1500
const HEIGHT = 600

/** Strokes of signs, in a box of 60 × 100. */
const SIGNS: Readonly<Record<string, string>> = {
  '0': 'M30 0C58 0 58 100 30 100C2 100 2 0 30 0Z',
  '1': 'M12 20L32 0V100',
  '2': 'M4 26C6 -8 58 -8 56 28C54 52 4 70 4 100H56',
  '4': 'M44 100V0L2 70H58',
  '5': 'M54 0H12L8 46C26 28 58 40 56 68C54 104 12 108 2 82',
  '8': 'M30 46C2 42 6 0 30 0C54 0 58 42 30 46C-6 52 -2 100 30 100C62 100 66 52 30 46Z',
  '+': 'M0 52H60M30 22V82',
  '%': 'M54 0L6 100M14 8A14 14 0 1 1 13.9 8ZM46 64A14 14 0 1 1 45.9 64Z',
  '₹': 'M2 0H58M2 28H58M2 0C50 0 50 56 2 56L46 100',
}

interface Writing {
  readonly x: number
  readonly y: number
  /** Of a sign, in pixels. */
  readonly height: number
  readonly colour: string
}

function written(signs: string, { x, y, height, colour }: Writing): string {
  const scale = height / 100
  return [...signs]
    .map(
      (sign, index) =>
        `<path transform="translate(${x + index * 84 * scale} ${y}) scale(${scale})" d="${SIGNS[sign]}"
          fill="none" stroke="${colour}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
    .join('')
}

const ground = (from: string, to: string) =>
  `<defs><linearGradient id="ground" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
    </linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>`

const circles = (colour: string, ...at: readonly (readonly [x: number, y: number, radius: number])[]) =>
  at.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`).join('')

/** The cloth of a ledger's cover: diamonds, stitched. */
const quilt = `<pattern id="quilt" width="90" height="90" patternUnits="userSpaceOnUse">
  <path d="M45 0L90 45L45 90L0 45Z" fill="none" stroke="#fbeedd" stroke-opacity=".2" stroke-width="2"
    stroke-dasharray="7 6"/></pattern><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#quilt)"/>`

/** A result as charts print it: panna, jodi, panna. */
const result = `${ground('#8a2228', '#5c1519')}${quilt}
  <rect x="250" y="170" width="1000" height="260" rx="26" fill="#fffaf2"/>
  <path d="M610 170V430M890 170V430" stroke="#e2d6c5" stroke-width="4"/>
  ${written('128', { x: 300, y: 245, height: 110, colour: '#464a58' })}
  ${written('14', { x: 634, y: 225, height: 150, colour: '#9b2328' })}
  ${written('455', { x: 945, y: 245, height: 110, colour: '#464a58' })}`

const coins = [0, 1, 2, 3, 4]
  .map(
    (step) => `<g transform="translate(${900 + step * 110} ${470 - step * 74})">
      <rect x="0" y="0" width="88" height="${60 + step * 74}" rx="14" fill="#f0c674" fill-opacity="${0.45 + step * 0.13}"/></g>`,
  )
  .join('')

const bonus = `${ground('#2d3c90', '#232f70')}${circles('#4c61c6', [1320, 90, 260])}${coins}
  ${written('+5%', { x: 170, y: 190, height: 220, colour: '#ffffff' })}`

/** Paid out within the hour. */
const quick = `${ground('#17612b', '#0c3517')}${circles('#2f8046', [1130, 300, 330])}${circles('#fffaf2', [1130, 300, 210])}
  <path d="M1130 170V300L1220 352" fill="none" stroke="#17612b" stroke-width="22" stroke-linecap="round"
    stroke-linejoin="round"/>
  ${written('₹', { x: 150, y: 170, height: 260, colour: '#fffaf2' })}
  ${written('100', { x: 370, y: 220, height: 160, colour: '#d5ebd8' })}`

const flame = (x: number, y: number) =>
  `<path transform="translate(${x} ${y})" d="M0 0C-34 -44 -10 -84 0 -120C14 -84 36 -44 0 0Z" fill="#ffd27a"/>`
const lamp = (x: number, y: number) =>
  `${flame(x, y)}<path transform="translate(${x} ${y})" d="M-130 -8H130C104 96 -104 96 -130 -8Z" fill="#b5782b"/>`

const festival = `${ground('#3a1d5c', '#1f1038')}
  ${circles('#f0c674', [140, 90, 7], [330, 170, 5], [560, 70, 8], [900, 110, 6], [1180, 60, 8], [1390, 150, 6], [740, 190, 4])}
  ${circles('#5a3686', [750, 430, 300])}${lamp(750, 400)}${lamp(330, 460)}${lamp(1170, 460)}`

/** Each a picture as bytes of a PNG, when it is called. */
export const PICTURES: readonly (() => Promise<Buffer>)[] = [result, quick, bonus, festival].map(
  (shapes) => () =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes}</svg>`,
      ),
    )
      .png()
      .toBuffer(),
)

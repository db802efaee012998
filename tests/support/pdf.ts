/** A PDF read back by another program than the one that made it: lines of text, letters by their font, and what readers are told of reordered ones. */
import { inflateSync } from 'node:zlib'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Page {
  /** In points. */
  readonly width: number
  readonly height: number
  /** From the top, each with its texts from left to right. */
  readonly lines: readonly (readonly string[])[]
}

/** A drawn letter: the font it is of, and its number there; 0 is the box of what a font does not have. */
interface Letter {
  readonly font: string
  readonly number: number
  readonly text: string
}

export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0, fontExtraProperties: true })
    .promise
  const [pages, letters]: [Page[], Letter[]] = [[], []]
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
    const lines = [...Map.groupBy(texts, ({ transform }) => Math.round(transform[5]))]
      .sort(([one], [other]) => other - one)
      .map(([, line]) =>
        line.sort((one, other) => one.transform[4] - other.transform[4]).map(({ str }) => str.trim()),
      )
    pages.push({ width, height, lines })
    const { fnArray, argsArray } = await page.getOperatorList()
    let font = ''
    for (const [nth, operation] of fnArray.entries()) {
      if (operation === OPS.setFont) font = page.commonObjs.get(argsArray[nth][0]).name
      if (operation !== OPS.showText) continue
      for (const glyph of argsArray[nth][0])
        if (typeof glyph === 'object')
          letters.push({ font, number: glyph.originalCharCode, text: glyph.unicode })
    }
  }
  return {
    pages,
    letters,
    told: toldIn(Buffer.from(bytes)),
    info: (await pdf.getMetadata()).info as { Title?: string },
  }
}

/** The texts that a reader is told in place of what is drawn (ActualText). */
function toldIn(bytes: Buffer): string[] {
  const streams = [...bytes.toString('latin1').matchAll(/stream\r?\n(.*?)endstream/gs)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  return streams.flatMap((stream) =>
    [...stream.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(([, text]) => {
      const plain = text!.replace(/\\(.)/gs, (_, sign: string) => escaped[sign] ?? sign)
      return Buffer.from(plain, 'latin1').swap16().subarray(2).toString('utf16le')
    }),
  )
}

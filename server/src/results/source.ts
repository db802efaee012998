/** The result source: JSON over HTTP, believed only as far as it can be checked. */
import { t, text } from '@munim/contract'
import { EMPTY, type Result, readResult } from '@munim/core'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'

export interface Source {
  /** With `{marketId}` and `{date}` in it. */
  readonly url: string
  /** Other hosts that the source may send us on to. */
  readonly hosts: readonly string[]
  /** The built-in one, whose numbers are made up. */
  readonly isDemonstration: boolean
}

/** A market as a source may name it. */
export interface Asked {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly date: string
}

const WITHIN_MS = 4_000
const MOST_BYTES = 64 * 1024
const MOST_REDIRECTS = 3

const mark = z
  .union([z.string().max(3), z.null()])
  .optional()
  .transform((text) => text || EMPTY)
/** The name is part of the sentence that is stored of a reading. */
const named = text(100)
const answerOfSource = z.object({
  date: named,
  marketId: z.union([named, z.number()]).transform(String),
  open_digit: mark,
  open_panna: mark,
  close_digit: mark,
  close_panna: mark,
})

/** The source's answer can't be used; the sentence says why. */
class Doubtful extends Refusal {
  constructor(message: string) {
    super(502, message)
  }
}

/** What the source says of this draw; '-' where it is not drawn yet. Fails (502) in words where it can't be believed. */
export async function fetchResult(source: Source, asked: Asked): Promise<Result> {
  const address = source.url
    .replaceAll('{marketId}', encodeURIComponent(String(asked.id)))
    .replaceAll('{date}', encodeURIComponent(asked.date))
  const text = await readText(new URL(address), source, MOST_REDIRECTS, AbortSignal.timeout(WITHIN_MS))
  const said = answerOfSource.safeParse(readJson(text))
  if (!said.success) throw new Doubtful(t('The result source answered something that is no result'))
  const { date, marketId, ...result } = said.data
  if (date !== asked.date)
    throw new Doubtful(t('The result source shows {date}, not {asked}', { date, asked: asked.date }))
  if (![String(asked.id), asked.uuid, asked.name].includes(marketId))
    throw new Doubtful(
      t('The result source answered for {market}, not for {asked}', { market: marketId, asked: asked.name }),
    )
  if (result.open_digit === EMPTY && result.open_panna === EMPTY && result.close_digit === EMPTY)
    return result
  const read = readResult({
    manualOpenDigit: result.open_digit,
    manualOpenPanna: result.open_panna,
    manualCloseDigit: result.close_digit,
    manualClosePanna: result.close_panna,
  })
  if ('wrong' in read)
    throw new Doubtful(t('The result source: {sentence}', { sentence: t(read.wrong[0]!.sentence) }))
  return read.result
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body, read to its end or to its bound. Redirects are followed by hand, to hosts that are named only. */
async function readText(url: URL, source: Source, redirects: number, signal: AbortSignal): Promise<string> {
  const headers = { accept: 'application/json' }
  const response = await fetch(url.href, { redirect: 'manual', signal, headers }).catch(() => {
    throw new Doubtful(t('The result source does not answer'))
  })
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400 && location) {
    await response.body?.cancel()
    const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined
    const isNamed = next && [new URL(source.url).host, ...source.hosts].includes(next.host)
    if (!isNamed || !/^https?:$/.test(next.protocol) || redirects === 0)
      throw new Doubtful(t('The result source sends on to a host that is not named in RESULT_SOURCE_HOSTS'))
    return readText(next, source, redirects - 1, signal)
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new Doubtful(t('The result source answered {status}', { status: response.status }))
  }
  return readBounded(response)
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > MOST_BYTES) throw new Doubtful(t('The result source answered too much'))
    }
  } catch (error) {
    throw error instanceof Doubtful
      ? error
      : new Doubtful(t('The result source stopped in the middle of its answer'))
  }
  return text + decoder.decode()
}

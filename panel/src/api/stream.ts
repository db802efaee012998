/** Server-sent events out of a response. EventSource would do it, but sends no token. */

export interface Sent {
  readonly event: string
  readonly data: string
}

/**
 * The events as they come, in order; comments and what is no event are passed over. Throws when the transfer breaks
 * off. `onSign` is called at every piece, so also that the server is still there.
 */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onSign: () => void = () => {},
): AsyncGenerator<Sent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onSign()
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const sent = eventOf(block)
      if (sent !== null) yield sent
    }
  }
}

function eventOf(block: string): Sent | null {
  const lines = block.split('\n')
  const named = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
  const data = named('data')
  return data.length === 0 ? null : { event: named('event')[0] ?? 'message', data: data.join('\n') }
}

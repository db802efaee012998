/** Server-sent events out of a response. EventSource would do it, but sends no token. */

/**
 * The data of events as they come, in order; comments and what is no event are passed over. Throws when the transfer breaks
 * off. `onSign` is called at every piece, so also that the server is still there.
 */
export async function* eventsIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onSign: () => void = () => {},
): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onSign()
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const data = dataOf(block)
      if (data !== null) yield data
    }
  }
}

function dataOf(block: string): string | null {
  const lines = block.split('\n').filter((line) => line.startsWith('data: '))
  return lines.length === 0 ? null : lines.map((line) => line.slice('data: '.length)).join('\n')
}

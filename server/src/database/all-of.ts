/** Questions that are asked together. */

/** The answers in their order, once all are there: a fault waits for what is still under way. */
export async function allOf<const Asked extends readonly Promise<unknown>[]>(
  asked: Asked,
): Promise<{ -readonly [Nth in keyof Asked]: Awaited<Asked[Nth]> }> {
  const ended = await Promise.allSettled(asked)
  const answers = ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
  return answers as { -readonly [Nth in keyof Asked]: Awaited<Asked[Nth]> }
}

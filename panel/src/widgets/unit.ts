/** A field's unit, ₹ before what is typed or % after it: seen there, and said in the field's description. */

interface Said {
  /** Whether the field has a sentence of what is wrong, and a hint: both are said after the unit. */
  readonly wrong?: unknown
  readonly hint?: unknown
}

/** For the field of this id; the library links what is wrong and the hint, but not the unit. */
export function unitBefore(id: string, unit: string, said: Said = {}) {
  return { ...described(id, said), leftSection: unit, leftSectionProps: { id: `${id}-unit` } }
}

export function unitAfter(id: string, unit: string, said: Said = {}) {
  return { ...described(id, said), rightSection: unit, rightSectionProps: { id: `${id}-unit` } }
}

function described(id: string, { wrong, hint }: Said) {
  const ids = [`${id}-unit`, wrong && `${id}-error`, hint && `${id}-description`].filter(Boolean)
  return { id, attributes: { input: { 'aria-describedby': ids.join(' ') } } }
}

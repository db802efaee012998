/** A language for developers: each English sentence with accents, in brackets, and some 40 % longer. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import type { Language } from '../catalogue.ts'

const LETTERS = new Map(
  [...'AaCcEeIiNnOoSsUuYyZz'].map((letter, at) => [letter, [...'ÀáÇçÉéÎîÑñÔõŠšÜúÝýŽž'][at]!] as const),
)
const LONGER = 0.4
const PAD = 'ēīēīēī '

const accented = (text: string): string => [...text].map((letter) => LETTERS.get(letter) ?? letter).join('')

/** What is added at the end, in words that may be wrapped; to a single word as a longer one. */
function padOf(text: string): string {
  const length = Math.ceil(text.trim().length * LONGER)
  if (length === 0) return ''
  return (/\S \S/.test(text) ? ' ' : '') + PAD.repeat(length).slice(0, length).trimEnd()
}

function longer(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) {
      const { value } = element
      const end = /\s*$/.exec(value)![0]
      const words = value.slice(0, value.length - end.length)
      return { ...element, value: accented(words) + padOf(words) + end }
    }
    if (element.type === TYPE.tag) return { ...element, children: longer(element.children) }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: longer(option.value) },
    ])
    return { ...element, options: Object.fromEntries(options) }
  })
}

export const PSEUDO: Language = {
  tag: 'en-XA',
  locale: 'en-IN',
  sentence: (key) =>
    /[{<]/.test(key) ? `[${printAST(longer(parse(key)))}]` : `[${accented(key)}${padOf(key)}]`,
}

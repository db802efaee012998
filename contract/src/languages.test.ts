/** What a language prints before a number is understood where it is copied to. */
import { meaningsOf } from '@munim/core'
import { expect, test } from 'vitest'
import hindi from './languages/hi.json' with { type: 'json' }
import { LANGUAGE_TAGS, loadLanguage } from './languages.ts'

/** Every sentence: the file of any language has all. */
const sentences = Object.keys(hindi)
const OTHERS = LANGUAGE_TAGS.filter((tag) => tag !== 'en')
const REQUEST = 'Request #{id}'

test.each(OTHERS)('%s: a number with the word before it is found as it is in English', async (tag) => {
  const { sentence } = await loadLanguage(tag)
  const named = sentences.filter((key) => /^\p{L}+ #\{id\}$/u.test(key))
  expect(named).toContain(REQUEST)
  const meant = (words: string) => {
    const { id, of } = meaningsOf(words.replace('{id}', '115'))
    return { id, of }
  }
  expect(named.map((key) => [key, meant(sentence(key)!)])).toEqual(named.map((key) => [key, meant(key)]))
})

test.each(OTHERS)(
  '%s: a request is named in a sentence as it is alone, so that it leads there',
  async (tag) => {
    const { sentence } = await loadLanguage(tag)
    const naming = sentences.filter((key) => key.toLowerCase().includes(REQUEST.toLowerCase()))
    expect(naming.length).toBeGreaterThan(5)
    const words = sentence(REQUEST)!.toLowerCase()
    expect(naming.filter((key) => !sentence(key)!.toLowerCase().includes(words))).toEqual([])
  },
)

/**
 * `npm run check`: every word that a person reads goes through the catalogue, and every language has it.
 * `node scripts/check-words.ts keys` prints all sentences and where they are said, as JSON: for who translates them.
 */
import { findLanguageFaults } from './language-files.ts'
import { findWords } from './words.ts'

const { faults: ofWords, sentences } = findWords()
if (process.argv[2] === 'keys') {
  console.log(JSON.stringify(Object.fromEntries(sentences), null, 1))
} else {
  const faults = [...ofWords, ...findLanguageFaults(sentences)]
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}

/** `npm run check`: every word that a person reads goes through the catalogue. */
import { findWords } from './words.ts'

const faults = findWords()
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)

/**
 * The library of sentences without what the catalogue never writes: skeletons (`{n, number, ::compact}`), and which hours
 * of the day each country counts, which only they ask for. Dates and money come into a sentence as text. 4 kB, zipped.
 */
import type { Plugin } from 'vite'

/** In the library's parser, each once: what reads skeletons, and the table of hours. */
const SKELETONS = /^import \{([^}]*)\} from "@formatjs\/icu-skeleton-parser";$/m
const HOURS = /^const timeData = \{$[\s\S]*?^\};$/m

export function plainSentences(): Plugin {
  return {
    name: 'munim:plain-sentences',
    apply: 'build',
    transform: {
      filter: { id: /icu-messageformat-parser[\\/]index\.js$/ },
      handler: (code) => {
        if (!SKELETONS.test(code) || !HOURS.test(code))
          throw new Error(
            '@formatjs/icu-messageformat-parser is written otherwise now: see build/plain-sentences.ts',
          )
        const plain = code
          .replace(HOURS, 'const timeData = {}')
          .replace(SKELETONS, (_import, names: string) => {
            const refuse = '() => { throw new Error("The panel reads no skeletons") }'
            return names
              .split(',')
              .map((name) => `const ${name.trim()} = ${refuse}`)
              .join('\n')
          })
        return { code: plain, map: null }
      },
    },
  }
}

/** What core says, printed in English as it is: the catalogue is not core's. */
import type { Words } from '../../core/src/words.ts'

export const printed = ({ sentence, values = {} }: Words): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)

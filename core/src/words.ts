/** What core says to a person. It prints nothing: the catalogue does (contract/src/catalogue.ts). */

/** A sentence in English, which is its key in the catalogue, and the values it names in braces. */
export interface Words {
  readonly sentence: string
  readonly values?: Readonly<Record<string, string>>
}

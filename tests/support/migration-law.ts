/**
 * What a migration may not do, so that servers of the release before run on its schema (decision 55), as far as its text
 * tells: what a trigger or a function does that is made anew, tests/tooling/releases.test.ts shows.
 */
import { indexesOf, isMadeApart } from '../../server/src/database/migrate.ts'

/** The last one before the law: that of 0.2.0, on whose schema no earlier server runs. */
const LAST_BEFORE = '0059'

/** A header line of a migration: what follows its word; undefined where there is none. */
const headerOf = (text: string, word: string) => new RegExp(`^-- ${word}: +(\\S.*)$`, 'm').exec(text)?.[1]

const BREAKING: readonly (readonly [does: RegExp, why: string])[] = [
  [
    /\bdrop (table|column|type|function|view|trigger|index|schema|sequence)\b/,
    'takes away what earlier servers may use',
  ],
  [/\brename\b/, 'takes away a name that earlier servers may use'],
  [/\balter( column)? \w+( set data)? type\b/, 'changes the type that earlier servers read and write'],
  [/\bset not null\b/, 'refuses rows that earlier servers may write'],
  [/\bdrop default\b/, 'refuses rows that earlier servers may write'],
  [/\brevoke\b/, 'takes a right that earlier servers may need'],
]

/** What refuses rows that were taken before; one that only takes more says so by `-- Widens:`. */
const NARROWING: readonly RegExp[] = [
  /\badd (constraint \w+ )?(check|unique|primary key|foreign key|exclude)\b/,
  /\bdrop constraint\b/,
]

/** A kind of posting or a game more: servers of the release before fail where they read a row of it. */
const UNKNOWN = /\badd value\b|\badd (constraint \w+ )?check \(+game/

/** What is against the law in a migration that comes after 0.2.0, in sentences; `released`: the versions of the changelog. */
export function faultsOfMigration(path: string, text: string, released: readonly string[]): string[] {
  const name = path.replace(/^.*\/|\.sql$/g, '')
  if (name.slice(0, 4) <= LAST_BEFORE) return []
  const statements = statementsIn(text)
  const made = new Set(
    statements.flatMap((each) => /^create (?:unlogged )?table (\w+)/.exec(each)?.[1] ?? []),
  )
  const faults = statements.flatMap((each) => faultsOfStatement(each, made, text))
  const contracts = headerOf(text, 'Contracts')
  const raised = statements.flatMap(
    (each) => /^update schema_told set serves = '([^']+)'$/.exec(each)?.[1] ?? [],
  )
  if (contracts === undefined) {
    if (raised.length > 0)
      faults.push(`shuts earlier servers out, and does not say 'Contracts: what X no longer uses'`)
  } else {
    if (!released.some((version) => contracts.startsWith(`what ${version} no longer uses`)))
      faults.push(`'Contracts:' goes on 'what X no longer uses', X being a release of the changelog`)
    if (raised.length !== 1 || raised[0]! >= name)
      faults.push(
        'takes away, and so raises schema_told.serves to the last migration of the release that it names',
      )
  }
  return faults.map((fault) => `${name} ${fault}`)
}

function faultsOfStatement(statement: string, made: ReadonlySet<string>, text: string): string[] {
  const isApart = isMadeApart(text)
  const contracts = headerOf(text, 'Contracts') !== undefined
  const table =
    /^(?:alter table (?:only )?|create (?:unique )?index (?:concurrently )?(?:\w+ )?on )(\w+)/.exec(
      statement,
    )?.[1]
  if (isApart) return isIndex(statement) ? uniqueIn(statement, contracts) : ['does more apart than indexes']
  if (table !== undefined && made.has(table)) return []
  const faults: string[] = []
  if (isIndex(statement))
    faults.push(`makes an index of ${table} in the transaction: that is done apart (-- Apart:)`)
  if (!contracts) {
    for (const [does, why] of BREAKING) if (does.test(statement)) faults.push(`${why}: ${statement}`)
    if (headerOf(text, 'Unknown') === undefined && UNKNOWN.test(statement))
      faults.push(`lets in what earlier servers can't read, and does not say '-- Unknown:': ${statement}`)
    if (headerOf(text, 'Widens') === undefined && NARROWING.some((does) => does.test(statement)))
      faults.push(`may refuse rows that earlier servers write, and does not say '-- Widens:': ${statement}`)
  }
  for (const column of columnsAdded(statement))
    if (/\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
      faults.push(`adds a column that earlier servers leave out, not null without a default: ${column}`)
  return faults
}

const isIndex = (statement: string) => /^create (unique )?index\b/.test(statement)

const uniqueIn = (statement: string, contracts: boolean) =>
  contracts || !/^create unique/.test(statement)
    ? []
    : [`may refuse rows that earlier servers write: ${statement}`]

/** Each `add column …` of an `alter table`, up to the next action of it. */
const columnsAdded = (statement: string) =>
  /^alter table/.test(statement)
    ? statement
        .split(/,\s*(?=add |alter |drop )|(?=\badd column )/)
        .filter((each) => /^add column /.test(each))
    : []

/** Without comments, the bodies of functions, and texts that are no names; in one line each. */
function statementsIn(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$')
    .toLowerCase()
    .split(';')
    .map((each) => each.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

/** Throws where a migration that runs apart has anything that can't be done again. */
export const checkApart = (text: string): void => {
  if (isMadeApart(text)) indexesOf(text)
}

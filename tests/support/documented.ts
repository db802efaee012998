/** The commands that README, CONTRIBUTING and docs tell people to type. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A line of a block, with those that it goes on in and the variables set before it; or `code` that begins as a command does. */
function commandsIn(markdown: string): string[] {
  const lines =
    markdown.replaceAll(/(?<=^ {4}.*)\\\n/gm, '\\\n    ').match(/^ {4}\S.*(\n {4}.*(?<=\\\n.*))*/gm) ?? []
  const blocks = lines
    .join('\n')
    .replaceAll(/\\\n\s+/g, '')
    .replaceAll(/^( {4}\w+=\S+)\n {4}/gm, '$1; ')
    .split('\n')
    .map((line) => line.trim().replace(/\s+# .*$/, ''))
  const inline = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
  const isCommand = /^(\w+=\S+ )*(npm|npx|node|git|curl|openssl|psql|docker) /
  return [...blocks.filter(Boolean), ...inline.filter((code) => isCommand.test(code))]
}

/** Each once, in order. */
export function documentedCommands(): string[] {
  const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  return [...new Set(documents.flatMap((path) => commandsIn(readFileSync(join(root, path), 'utf8'))))].sort()
}

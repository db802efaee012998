/** `npm run backup-key -- <file>`: makes a pair of keys for backups. The private one is in the new file, the public one is said. */
import { writeFile } from 'node:fs/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { runProgram } from './installation.ts'

await runProgram(async () => {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Error('Where to? npm run backup-key -- <a new file>')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const made = { mode: 0o600, flag: 'wx', flush: true }
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, made).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(`${file} can't be made (${error.code}).`)
    },
  )
  console.log(`BACKUP_RECIPIENT=${recipient}`)
  console.error(
    `${file} opens what is encrypted for it. Keep it twice, and not on the machine that is backed up.`,
  )
})

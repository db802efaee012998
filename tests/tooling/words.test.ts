/** Words planted outside the catalogue, sentences of pieces, values that don't fit, words that are sent: the check names each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findWords } from '../../scripts/words.ts'

/** In a file: what is written, what is written instead, and what is then said. */
const PLANTED: readonly (readonly [file: string, written: string, instead: string, said: RegExp])[] = [
  // Text between tags, of an attribute, of a property, of a choice, of a template.
  ['panel/src/widgets/loaded.tsx', "{t('Retry')}", 'Retry', /Retry is said without the catalogue/],
  ['panel/src/widgets/banner.tsx', "t('Dismiss')", "'Dismiss'", /'Dismiss' is said without/],
  [
    'panel/src/screens/users/user-facts.tsx',
    "t('Basic Information')",
    "'Basic Information'",
    /'Basic Information'/,
  ],
  ['panel/src/screens/users/user-facts.tsx', "[t('Created')]:", 'Created:', /Created names a fact without/],
  [
    'panel/src/screens/users/user-cells.tsx',
    "name: t('Betting')",
    "name: 'Betting'",
    /'Betting' is said without/,
  ],
  ['panel/src/screens/users/user-cells.tsx', "t('Unblock')", "'Unblock'", /'Unblock' is said without/],
  [
    'panel/src/shell/no-screen.tsx',
    "t('Nothing is kept at {path}', { path })",
    "t('Nothing is kept at {path}')",
    /lacks its \{path\}/,
  ],
  // A sentence of two parts is no style.
  [
    'panel/src/screens/wallet/dialogs.tsx',
    "t('Why it is rejected; the player reads it')",
    "'Why it is rejected; the player reads it'",
    /'Why it is rejected; the player reads it' is said without/,
  ],
  // A word of small letters where it is drawn.
  ['panel/src/shell/header.tsx', '<Clock />', "{'overdue'}<Clock />", /'overdue' is said without/],
  // A word of small letters that a function answers in words; pieces that a text is put together of.
  ['panel/src/screens/settings/settings-draft.ts', "t('off')", "'off'", /'off' is said without/],
  [
    'panel/src/screens/settings/rate-draft.ts',
    "t('{game} minimum', { game: row.name })",
    "' minimum'",
    /' minimum' is said without/,
  ],
  [
    'panel/src/screens/settings/app-upload.tsx',
    "t('{sent} of {size}', { sent: bytesInWords(sent), size: bytesInWords(of) })",
    `\`\${bytesInWords(sent)} of \${bytesInWords(of)}\``,
    /of \$\{bytesInWords\(of\)\}` is said without/,
  ],
  // A word that the code knows, drawn as it is.
  [
    'panel/src/screens/push/messages.tsx',
    '{t(notificationType)}',
    '{notificationType}',
    /a word of the code/,
  ],
  ['panel/src/game/side-amount.tsx', 'isNamed ? t(side)', 'isNamed ? side', /is a word of the code/],
  // A word of one reader's language that is sent.
  [
    'panel/src/screens/bids/revert-bid.tsx',
    'reason: REVERTED_BY_ADMIN',
    "reason: t('Reverted by admin')",
    /t\('Reverted by admin'\) is sent/,
  ],
  // Sentences.
  [
    'panel/src/screens/users/reset-password.tsx',
    "t('The password of {name} is changed', { name: user.user_name })",
    "t('The password of ' + user.user_name)",
    /written whole/,
  ],
  [
    'panel/src/screens/users/delete-user.tsx',
    '{ amount: rupeesInWords(left) }',
    '{ rupees: rupeesInWords(left) }',
    /lacks its \{amount\}/,
  ],
  ['panel/src/screens/wallet/dialogs.tsx', "'Note: {note}'", "'Note: '", /a piece of a sentence/],
  ['panel/src/screens/banners/banners.tsx', 'of="Created {at}"', 'of="Created {day}"', /has no \{at\}/],
  ['panel/src/screens/settings/save-bar.tsx', '{# unsaved changes}}', '{# unsaved changes}', /can't be read/],
  // The server's: a head of a file, a sentence declared for a refusal, what a cell says.
  ['server/src/risk/use.ts', "msg('Beyond it')", "'Beyond it'", /'Beyond it' is said without/],
  [
    'server/src/users/routes.ts',
    "msg('User not found')",
    "'User not found'",
    /'User not found' is said without/,
  ],
  ['server/src/daybook/csv.ts', "t('Total')", "'Total of all'", /'Total of all' is said without/],
  // Refusals.
  [
    'server/src/markets/change.ts',
    "'There is already a market named {name}', { values: { name } }",
    "'There is already a market named ' + name",
    /written whole/,
  ],
  ['server/src/wallet/confirmations.ts', '{ values: { refId } }', '{ values: {} }', /lacks its \{refId\}/],
]

test('words outside the catalogue, and sentences that do not fit their values, are named', () => {
  const edited = new Map<string, string>()
  for (const [file, written, instead] of PLANTED) {
    const text = edited.get(file) ?? readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    expect(text.includes(written), `${file} holds ${written}`).toBe(true)
    edited.set(file, text.replace(written, instead))
  }
  const { faults, sentences } = findWords(edited)
  for (const [file, , , said] of PLANTED) {
    const ofFile = faults.filter((fault) => fault.startsWith(`${file}:`))
    expect(ofFile.join('\n'), file).toMatch(said)
  }
  // What found(…) refuses with is its second argument.
  expect(sentences.has('Bid not found')).toBe(true)
})

/** The audit in words: acts are named by their calls' paths, and things as the server names them. */
import { ASKING, api, type Endpoint, t } from '@munim/contract'

const NAMES = [
  'admin',
  'user',
  'market',
  'draw',
  'request',
  'bid',
  'settings',
  'rates',
  'notification',
  'feedback',
  'banner',
  'push',
  'role',
  'suspicion',
  'look',
  'export',
  'act',
  'security',
]

const all = { value: '', label: t('All') }

export const THINGS = [all, ...NAMES.map((value) => ({ value, label: capital(value) }))] as const

/** Every call of an administrator that leaves a trace. */
export const ACTS = [
  all,
  ...Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter((call) => (call.access === 'admin' && call.effect !== 'read') || call === api.auth.login)
    .map(({ path }) => path)
    .concat(ASKING)
    .map((path) => ({ value: path, label: actInWords(path) }))
    .sort((a, b) => a.label.localeCompare(b.label)),
] as const

/** "Add funds" of `/admin/user/addFunds`; "Declare (result)" where the last word alone says too little. */
export function actInWords(path: string): string {
  const [act = '', area = ''] = path.split('/').reverse()
  const words = act.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.includes(' ') ? capital(words) : `${capital(words)} ${area}`.trim()
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

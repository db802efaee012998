/** What an app does beside betting: what it reads when it is opened, what it tells of the phone, what its player writes. */
import { api } from '@munim/contract'
import type { Call } from './calls.ts'

const WORDS = [
  'Result time par aaya, thank you.',
  'Kalyan ka chart bhi dikhaiye.',
  'बहुत अच्छा ऐप है।',
  'Withdrawal kitne time me aata hai?',
  'Please add more games on Sunday.',
]

/** Opened once: settings, banners and notices are read, the phone is known from here on, and which messages it wants. */
export async function open(call: Call, token: string): Promise<void> {
  await call(api.player.appSettings, {}, token)
  await call(api.player.banners, {}, token)
  await call(api.player.pushToken, { token: `simulated-${crypto.randomUUID()}` }, token)
  await call(api.player.preferences, { result_notification: Math.random() < 0.8 }, token)
  await readNotices(call, token)
}

export async function readNotices(call: Call, token: string): Promise<void> {
  await call(api.player.notifications, { page: 1, limit: 10 }, token)
}

export async function writeFeedback(call: Call, token: string): Promise<void> {
  await call(api.player.feedback, { feedback: WORDS[Math.floor(Math.random() * WORDS.length)]! }, token)
}

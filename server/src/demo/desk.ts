/** What the house and its players say to each other in the demonstration: feedback and its answers, notices, banners. */
import { momentOf, type Time } from '@munim/core'
import { storeBanner } from '../banners/store.ts'
import { fixedAt } from '../database/db.ts'
import { writeFeedback } from '../feedbacks/queries.ts'
import { rememberDevice } from '../push/devices.ts'
import { changeUser, NO_HASHES } from '../users/change.ts'
import { addBanner, answerFeedback, sendNotice } from './acts.ts'
import { minutesAfter } from './agenda.ts'
import { chanceOf } from './chance.ts'
import { PICTURES } from './pictures.ts'
import type { Player, World } from './world.ts'

/** Dice of its own, so that no bid depends on what is said here. */
const SEED = 1857

export function planDesk(world: World): void {
  planFeedback(world)
  planNotices(world)
  planBanners(world)
  planPhones(world)
}

/** Rupees for who brought a player. What the house promises here is what the settings and the markets do. */
export const REFERRAL_BONUS = 50

/** What was written, and what was answered; '' was read without a word. */
const ANSWERED = [
  [
    'Kalyan ka result 10 minute late aaya. Time par daliye please.',
    'The source was late that day. We now warn on the market itself.',
  ],
  ['Withdrawal came in 20 minutes, thank you!', ''],
  ['UPI से पैसे कट गए पर वॉलेट में नहीं आए। UTR 432610098811', 'आपका भुगतान मिल गया है और वॉलेट में जोड़ दिया गया है।'],
  [
    'Please add Milan Night for Sunday also.',
    'Milan Night does not run on Sundays, so there is no result to play on.',
  ],
  ['App bahut acha hai, par dark mode chahiye.', ''],
  [
    'My account holder name is spelled wrong, please correct it.',
    'Corrected. You can change it yourself in your profile, too.',
  ],
  [
    'Half Sangam ka rate kya hai? App me nahi dikhta.',
    'The rates are under Game Rates in the app, Half Sangam included.',
  ],
  ['मेरा रेफरल बोनस नहीं मिला।', 'बोनस आपके मित्र के खाते की मंज़ूरी के साथ मिलता है।'],
  ['Two bids went through when I pressed once. Network was slow.', ''],
  [
    'PhonePe number change karna hai, purana band ho gaya.',
    'Please write the new number in your profile and tell us here.',
  ],
  [
    'The winning of yesterday was taken back. Why?',
    'A wrong panna had been declared. The right one was declared the same evening.',
  ],
  ['Good rates. Please keep Full Sangam at 10,000.', ''],
  [
    'Login karte waqt OTP nahi aata.',
    'There is no OTP: sign in with your password, or with the MPIN on your own phone.',
  ],
  ['मिनिमम डिपॉज़िट 50 कर दीजिए।', ''],
  [
    'Bank transfer took two days. UPI is faster.',
    'Banks are slow over the weekend. UPI is paid within the hour.',
  ],
  ['Result chart of the last year would be nice.', ''],
] as const

/** Unread feedback, and how many minutes ago it came. */
const UNREAD = [
  ['Deposit of ₹500 is pending since morning, please check.', 12],
  ['Time Bazar me bid nahi lag rahi, "market closed" bolta hai.', 55],
  ['बहुत अच्छा ऐप है! बस हिंदी में और जानकारी दीजिए।', 190],
  ['I want to close my account. What happens to my wallet?', 540],
  [
    'Withdrawal rejected, "Account holder has another name". It is my wife\'s account.\nCan you pay to UPI instead?',
    1310,
  ],
  ['Jodi 95 ka result aaya par winning nahi mila. Bid ID bhi hai mere paas.', 2900],
] as const

const isThere = (player: Player) => !player.isAway

function planFeedback(world: World): void {
  const { db, agenda, days, now, players } = world
  const chance = chanceOf(SEED)
  const write = (feedback: string, at: Date) =>
    writeFeedback(fixedAt(db, at), { userId: chance.oneOf(players.filter(isThere)).id, feedback })
  ANSWERED.forEach(([feedback, comment], index) => {
    const day = days[1 + Math.floor((index * (days.length - 3)) / ANSWERED.length)]!
    const asked = minutesAfter(momentOf(day, '09:00' as Time), chance.between(0, 13 * 60))
    const wait = chance.between(20, 20 * 60)
    agenda.add(asked, async (at) => {
      const id = await write(feedback, at)
      agenda.add(minutesAfter(at, wait), (readAt) => answerFeedback(world, { id, comment }, readAt))
    })
  })
  for (const [feedback, minutes] of UNREAD)
    agenda.add(minutesAfter(now, -minutes), async (at) => void (await write(feedback, at)))
}

/** Days ago, time, title and description. */
const NOTICES = [
  [
    28,
    '11:00',
    'Welcome to the new app',
    'Bids, results and your wallet are on one page now. Your old password works.',
  ],
  [26, '18:30', 'UPI deposits are faster', 'Deposits by UPI are credited within the hour.'],
  [
    24,
    '10:15',
    'दिवाली की शुभकामनाएँ',
    'आपको और आपके परिवार को दिवाली की हार्दिक शुभकामनाएँ। आज सभी बाज़ार समय पर खुलेंगे।',
  ],
  [
    21,
    '20:00',
    'Refer a friend',
    `Give your mobile number as the referral when your friend registers. ₹${REFERRAL_BONUS} are in your wallet once your friend is approved.`,
  ],
  [19, '09:00', 'Time Bazar', 'Time Bazar takes bids for its open until 1:00 pm, on all days but Sunday.'],
  [16, '13:40', 'Withdrawals on Sunday', ''],
  [
    14,
    '19:10',
    'Play within your limits',
    'Play for fun and never with money that you need. You can ask us at any time to switch betting off for your account; write to us under Feedback, and it is done within the hour. Nobody will ask you why.',
  ],
  [
    11,
    '12:00',
    'Never share your MPIN',
    'We never ask for your password or MPIN, neither by phone nor on WhatsApp. Whoever asks is not from us.',
  ],
  [
    9,
    '17:25',
    'Half Sangam is here',
    'Half and Full Sangam are open on all markets. Both halves decide, and the rates are in the app.',
  ],
  [6, '10:00', 'कल्याण का समय', 'कल्याण मार्केट कल से 4:10 बजे खुलेगा।'],
  [
    3,
    '21:00',
    'A wrong result was corrected',
    'One result was declared wrong and corrected the same evening. Wins of the wrong panna were taken back, wins of the right one are in your wallet. You find every step of it, with the balance after it, under Transactions in the app.',
  ],
  [
    1,
    '18:05',
    'Bank transfers take longer',
    'A bank needs a day or two to pay you out. Use UPI where you can.',
  ],
  [0, '00:05', 'Good morning', 'All markets of today run as planned.'],
] as const

function planNotices(world: World): void {
  const { agenda, days } = world
  for (const [daysAgo, time, title, description] of NOTICES) {
    const day = days.at(-1 - daysAgo)
    if (day === undefined) continue // A short demonstration begins later.
    agenda.add(momentOf(day, time as Time), (at) => sendNotice(world, { title, description }, at))
  }
}

/** The last of them waits for its day, so players don't see it. */
function planBanners(world: World): void {
  const { agenda, days, files, onRollback } = world
  if (!files) return
  PICTURES.forEach((draw, index) => {
    const day = days[1 + Math.floor((index * (days.length - 3)) / PICTURES.length)]!
    agenda.add(momentOf(day, '10:30' as Time), async (at) => {
      const path = await storeBanner(files, await draw(), { onRollback })
      await addBanner(world, { path, isActive: index < PICTURES.length - 1 }, at)
    })
  })
}

/** Most have the app on a phone, and some want fewer messages. The tokens are made up: FCM calls them invalid. */
function planPhones({ db, agenda, now, players }: World): void {
  const chance = chanceOf(SEED)
  agenda.add(now, async (at) => {
    for (const { id } of players.filter(isThere)) {
      if (chance.happens(0.7))
        await rememberDevice(fixedAt(db, at), { id }, `demonstration-${chance.figures(12)}`)
      const changes = {
        ...(chance.happens(0.12) && { personal_notification: false }),
        ...(chance.happens(0.2) && { result_notification: false }),
      }
      if (Object.keys(changes).length > 0)
        await changeUser(fixedAt(db, at), { id, changes, hashes: NO_HASHES, actor: `player:${id}` })
    }
  })
}

/** The door of the contract: `api.users.list` is a call, beside the types that both sides read from it. */
import * as acts from './acts.ts'
import * as administrators from './administrators.ts'
import * as alerts from './alerts.ts'
import * as auth from './auth.ts'
import * as banners from './banners.ts'
import * as bids from './bids.ts'
import * as dashboard from './dashboard.ts'
import * as daybook from './daybook.ts'
import * as desk from './desk.ts'
import * as factors from './factors.ts'
import * as feedbacks from './feedbacks.ts'
import * as find from './find.ts'
import * as live from './live.ts'
import * as markets from './markets.ts'
import * as notifications from './notifications.ts'
import * as player from './player.ts'
import * as protection from './protection.ts'
import * as push from './push.ts'
import * as reports from './reports.ts'
import * as results from './results.ts'
import * as risk from './risk.ts'
import * as security from './security.ts'
import * as settings from './settings.ts'
import * as users from './users.ts'
import * as views from './views.ts'
import * as wallet from './wallet.ts'

export const api = {
  auth,
  dashboard,
  daybook,
  users,
  markets,
  bids,
  results,
  risk,
  wallet,
  settings,
  reports,
  notifications,
  push,
  feedbacks,
  find,
  banners,
  live,
  administrators,
  security,
  acts,
  alerts,
  desk,
  factors,
  player,
  protection,
  views,
} as const

export { ACT_NOTE_MAX, ASKING, WAITING_AT_MOST, WAITS, waits } from './acts.ts'
export { IDLE_HOURS, PASSWORD_MIN, SESSION_DAYS, SHORT_NEW_PASSWORD, SHORT_PASSWORD } from './auth.ts'
export { REVERTED_BY_ADMIN } from './bids.ts'
export * from './catalogue.ts'
export {
  BATCH_AT_MOST,
  DESK_KINDS,
  type DeskKind,
  REASON_MAX,
  REASONED_KINDS,
  REASONS_AT_MOST,
  UTRS_AT_MOST,
} from './desk.ts'
export * from './endpoint.ts'
export { FACTOR_NAME_MAX, type FactorKind } from './factors.ts'
export { COMMENT_MAX, COMMENT_MIN, wrongInComment } from './feedbacks.ts'
export { FOUND_AT_MOST } from './find.ts'
export * from './languages.ts'
export * from './limits.ts'
export * from './messages.ts'
export { DESCRIPTION_MAX, TITLE_MAX, wrongInDescription, wrongInTitle } from './notifications.ts'
export { PLAYER_IDLE_DAYS, PLAYER_SESSION_DAYS } from './player.ts'
export { MPIN_MASK } from './player-fields.ts'
export { PUSH_TO_AT_MOST, RECEIVERS_SHOWN } from './push.ts'
export { DAYS_BACK } from './results.ts'
export { beyond, lacking, missingFor, missingForFields, RIGHT_NAMES, RIGHTS, type Right } from './rights.ts'
export { isOfPlayer, text } from './schema.ts'
export { GUARDS, type SettingField, wrongInAddress } from './settings.ts'
export { NOTE_RIGHTS, PLAYER_NOTE_MAX, STORY_KINDS } from './story.ts'
export { SUSPICION_KINDS, SUSPICION_NOTE_MAX } from './suspicions.ts'
export { isListWithViews, type ListWithViews, VIEW_NAME_MAX, VIEWS_AT_MOST } from './views.ts'
export { BANK_FORMATS, type BankFormat, NOTE_MAX } from './wallet.ts'

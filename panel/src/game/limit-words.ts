/** What is limited, in words. */
import { t } from '@munim/contract'
import type { PlayKind, PlayPeriod } from '@munim/core'

export const KIND_WORDS: Readonly<Record<PlayKind, string>> = {
  deposit: t('Deposits'),
  stake: t('Stakes'),
  loss: t('Losses'),
}

export const PERIOD_WORDS: Readonly<Record<PlayPeriod, string>> = {
  day: t('a day'),
  week: t('a week, from Monday'),
  month: t('a calendar month'),
}

const LIMITS: Readonly<Record<PlayKind, Readonly<Record<PlayPeriod, string>>>> = {
  deposit: { day: t('Deposits a day'), week: t('Deposits a week'), month: t('Deposits a month') },
  stake: { day: t('Stakes a day'), week: t('Stakes a week'), month: t('Stakes a month') },
  loss: { day: t('Losses a day'), week: t('Losses a week'), month: t('Losses a month') },
}

export const limitInWords = ({ kind, period }: { readonly kind: PlayKind; readonly period: PlayPeriod }) =>
  LIMITS[kind][period]

/** "Chrome on Windows" of a User-Agent; null where it says nothing that is known. */
import { msg, t } from '@munim/contract'

/** In this order: each calls itself by the names below it, too. */
const BROWSERS = [
  [/\bEdg/, msg('Edge')],
  [/\bOPR\//, msg('Opera')],
  [/SamsungBrowser/, msg('Samsung Internet')],
  [/\bFirefox\/|\bFxiOS\//, msg('Firefox')],
  [/\bChrome\/|\bCriOS\//, msg('Chrome')],
  [/\bSafari\//, msg('Safari')],
] as const

const SYSTEMS = [
  [/Android/, msg('Android')],
  [/iPhone|iPad/, msg('iOS')],
  [/Windows/, msg('Windows')],
  [/Mac OS X/, msg('macOS')],
  [/CrOS/, msg('ChromeOS')],
  [/Linux/, msg('Linux')],
] as const

function nameIn(names: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  const found = names.find(([sign]) => sign.test(text))
  return found && t(found[1])
}

export function browserInWords(userAgent: string): string | null {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)]
  if (browser === undefined) return system ?? null
  return system === undefined ? browser : t('{browser} on {system}', { browser, system })
}

/** Tells the administrator that a device signed in to their account for the first time, on those that were there before. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useMe } from '../api/may.ts'
import { useAction } from '../api/use-action.ts'
import { keep, kept } from '../session.ts'
import { Banner, goOnBeside } from '../widgets/banner.tsx'
import { browserInWords } from '../widgets/browser-in-words.ts'
import { tellDone, tellFailed } from '../widgets/notice.tsx'
import { Sentence } from '../widgets/sentence.tsx'
import { When } from '../widgets/when.tsx'

/** Kept by the browser: the moment of the latest device that was looked at on it; until 0.2.0 without whose it is. */
const SEEN = 'munimDevicesSeen'

type Me = NonNullable<ReturnType<typeof useMe>>

export function NewDevice() {
  const me = useMe()
  return me && <DeviceOf key={me.id} me={me} />
}

function DeviceOf({ me }: { readonly me: Me }) {
  const own = `${SEEN} ${me.id}`
  const [seen, setSeen] = useState(() => kept(own) ?? kept(SEEN) ?? '')
  const refusing = useAction(api.auth.refuseDevice, {
    refreshes: [api.auth.whoAmI, api.auth.sessions],
    onDone: () => tellDone(t('The device is signed out. Change your password: it is known to somebody.')),
    onFailed: tellFailed,
  })
  const device = me.newDevices.findLast(({ at }) => at > seen)
  if (device === undefined) return null
  const { id, at, address, browser } = device

  function accept() {
    goOnBeside()
    keep(own, at)
    setSeen(at)
  }
  return (
    <Banner
      isApart
      tone="warning"
      action={
        <>
          <Button variant="subtle" px={9} onClick={accept}>
            {t('It was me')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            px={9}
            loading={refusing.isPending}
            onClick={() => void refusing.run({ id })}
          >
            {t('Sign it out')}
          </Button>
        </>
      }
    >
      <Sentence
        of="A new device signed in to your account, {when}: {browser}, {address}"
        when={<When at={at} as="short" />}
        browser={browserInWords(browser) ?? t('unknown browser')}
        address={address}
      />
    </Banner>
  )
}

/** Switches auto declare on and off: what was asked for is shown at once, and what is saved again when it is refused. */
import { Switch } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'

const ON = {
  connected: t('On: due results are fetched and declared by themselves; what is doubtful waits for you.'),
  alone: t(
    'On, but no result source is connected: nothing is declared by itself. Who runs the server can connect one.',
  ),
}

export function AutoDeclare() {
  const queries = useQueryClient()
  const settings = useCall(api.settings.get, {})
  const [wanted, setWanted] = useState<boolean | null>(null)
  const updating = useAction(api.settings.update, {
    failed: t('Failed to update auto declare setting'),
    refreshes: [api.results.due],
    onDone: (saved) => {
      queries.setQueryData([api.settings.get.path, {}], saved)
      setWanted(null)
      tellDone(
        saved.data.autoDeclareResult
          ? ON[saved.data.source_connected ? 'connected' : 'alone']
          : t('Off: no result is declared by itself.'),
      )
    },
    onFailed: (message) => {
      setWanted(null)
      tellFailed(message)
    },
  })
  // Why it is not known, the list says.
  if (settings.state === 'failed') return null
  const isKnown = settings.state === 'ready'
  return (
    <Allowed to={api.settings.update} fields={['autoDeclareResult']}>
      <Switch
        label={t('Auto Declare Results')}
        labelPosition="left"
        checked={wanted ?? (isKnown && settings.answer.data.autoDeclareResult)}
        // Its place is kept: while it is not known it is neither on nor off.
        style={isKnown ? undefined : { visibility: 'hidden' }}
        // A second click waits for the first.
        onChange={({ currentTarget: { checked } }) => {
          if (updating.isPending) return
          setWanted(checked)
          void updating.run({ autoDeclareResult: checked })
        }}
      />
    </Allowed>
  )
}

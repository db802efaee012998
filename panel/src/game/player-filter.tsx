/** The filter by one player, who is found by name or mobile; its value is the player's number. */
import { api, t } from '@munim/contract'
import type { CSSProperties } from 'react'
import { useCall } from '../api/use-call.ts'
import styles from '../widgets/filters.module.css'
import type { Control, Filter } from '../widgets/filters.tsx'
import { Chosen } from './chosen.tsx'
import { PlayerPicker } from './player-picker.tsx'

/** `width` in pixels. */
export const playerFilter = (label: string, width: number): Filter => ({
  read: (word) => (/^[1-9]\d{0,14}$/.test(word) ? word : ''),
  control: ({ value, onChange }) => (
    <div className={styles.field} style={{ '--width': `${width}px`, '--share': '40%' } as CSSProperties}>
      {value === '' ? (
        <PlayerPicker asFilter={label} onPick={(id) => onChange(String(id))} />
      ) : (
        <Player label={label} value={value} onChange={onChange} />
      )}
    </div>
  ),
})

/** Who was chosen, by name. It is asked of the call that names receivers: looking at a profile would leave a row in the audit. */
function Player({
  label,
  value,
  onChange,
}: Pick<Control, 'value' | 'onChange'> & { readonly label: string }) {
  const call = useCall(api.push.receivers, { userIds: [Number(value)] })
  const user = call.state === 'ready' ? call.answer.data.users[0] : undefined
  const isUnknown = call.state === 'ready' && user === undefined
  const name = user?.user_name || t('User #{id}', { id: value })
  return (
    <Chosen
      label={label}
      words={isUnknown ? `${name} · ${t('not found')}` : name}
      onLeaveOut={() => onChange('')}
    />
  )
}

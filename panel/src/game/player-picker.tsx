/** Finds a player by name, mobile or whatever the search of users finds them by, and hands on who was chosen. */
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api, t } from '@munim/contract'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { keyOf } from '../widgets/keys.ts'
import { Mobile } from '../widgets/mobile.tsx'
import styles from './player-picker.module.css'

const TYPED_MS = 250
const SHOWN = 8
const TEXT_MAX = 100

interface Props {
  readonly onPick: (id: number) => void
  /** Its name in a bar of filters, where it has no label above it. */
  readonly asFilter?: string
}

export function PlayerPicker({ onPick, asFilter }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [search] = useDebouncedValue(text, TYPED_MS)
  const players = useCall(api.users.list, { search, limit: SHOWN }, search !== '')
  const isCurrent = search === text && players.state !== 'loading'
  const isAnswered =
    isCurrent && players.state === 'ready' && !players.isRefreshing && players.outdated === null
  const found = isAnswered ? players.answer.data : []
  const failure =
    players.state === 'failed' ? players.message : players.state === 'ready' && players.outdated?.message

  function pick(id: number) {
    onPick(id)
    setTyped('')
    combobox.closeDropdown()
  }
  /** Enter takes the first where none is chosen by arrows, and never sends the form. */
  function press(event: KeyboardEvent) {
    if (keyOf(event) !== 'Enter') return
    event.preventDefault()
    if (combobox.getSelectedOptionIndex() === -1 && found[0]) pick(found[0].id)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={(id) => pick(Number(id))}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...(asFilter === undefined
            ? { label: t('Find a player'), placeholder: t('Name or mobile') }
            : { 'aria-label': asFilter, placeholder: asFilter })}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          spellCheck={false}
          maxLength={TEXT_MAX}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.resetSelectedOption()
            combobox.openDropdown()
          }}
          onKeyDown={press}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text === ''}>
        <Combobox.Options aria-label={t('Players found')}>
          {found.map(({ id, user_name, mobile }) => (
            <Combobox.Option key={id} value={String(id)} className={`mu-ends ${styles.option}`}>
              <span className="mu-name mu-wraps">{user_name}</span>
              <span className="mu-plain mu-tiny">
                <Mobile digits={mobile} /> · #{id}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty role="status">
              {failure && isCurrent ? failure : isAnswered ? t('No users found') : t('Looking …')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

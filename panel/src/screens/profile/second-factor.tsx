/** The administrator's own second factors: set up, named, removed; and the recovery codes beside them. */
import { Button } from '@mantine/core'
import { type Answer, api, type FactorKind, t } from '@munim/contract'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { canUsePasskeys } from '../../api/passkey.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../widgets/banner.tsx'
import { ACTIONS, type Column } from '../../widgets/column.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { EmptyList } from '../../widgets/list-state.tsx'
import { Loaded } from '../../widgets/loaded.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { RecordsOf, RecordsSkeleton } from '../../widgets/records.tsx'
import { showWrong } from '../../widgets/show-wrong.ts'
import { When } from '../../widgets/when.tsx'
import { AddApp, AddPasskey, FactorName } from './add-factor.tsx'
import { RecoveryCodes, ShowCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'

type Listed = Answer<typeof api.factors.list>['data']
type Factor = Listed['factors'][number]

export function SecondFactor() {
  const listed = useCall(api.factors.list, {})
  const [adding, setAdding] = useState<FactorKind | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const add = (
    <>
      {canUsePasskeys() && (
        <Button disabled={listed.state !== 'ready'} onClick={() => setAdding('passkey')}>
          {t('Add Passkey')}
        </Button>
      )}
      <Button variant="filled" disabled={listed.state !== 'ready'} onClick={() => setAdding('totp')}>
        {t('Add Authenticator App')}
      </Button>
    </>
  )
  const close = () => setAdding(null)
  function finish(recoveryCodes: readonly string[]) {
    close()
    setCodes(recoveryCodes)
    tellDone(t('The second factor is set up'))
  }
  return (
    <>
      <PageHead
        title={t('Second Factor')}
        from={{ name: t('Admin Change Password'), to: '/profile' }}
        facts={t('Asked for when you sign in, and before what moves money.')}
        isStill
        actions={add}
      />
      <Loaded call={listed} waiting={<RecordsSkeleton columns={columnsOf(NOT_YET)} many={1} />}>
        {({ data }) => (
          <div className={`mu-stack ${styles.page}`}>
            <Own listed={data} />
            {adding === 'totp' && (
              <AddApp isFirst={data.factors.length === 0} onDone={finish} onClose={close} />
            )}
            {adding === 'passkey' && (
              <AddPasskey isFirst={data.factors.length === 0} onDone={finish} onClose={close} />
            )}
          </div>
        )}
      </Loaded>
      {codes.length > 0 && <ShowCodes codes={codes} onClose={() => setCodes([])} />}
    </>
  )
}

function Own({ listed: { factors, codesLeft, isRequired } }: { readonly listed: Listed }) {
  const [renaming, setRenaming] = useState<Factor | null>(null)
  if (factors.length === 0)
    return (
      <>
        {isRequired && (
          <Banner tone="warning">
            {t('Everybody here needs a second factor. Set one up before you go on.')}
          </Banner>
        )}
        <EmptyList
          icon={IconShieldLock}
          title={t('No second factor yet')}
          hint={t('Who learns your password, or copies a session of yours, can do all that you can.')}
        />
      </>
    )
  return (
    <>
      <RecordsOf
        rows={factors}
        keyOf={({ id }) => id}
        columns={columnsOf({ isLast: factors.length === 1, isRequired, onRename: setRenaming })}
        caption={t('Your second factors, the first set up first')}
        empty={{ title: t('No second factor yet') }}
      />
      <RecoveryCodes left={codesLeft} />
      {renaming && <Rename factor={renaming} onClose={() => setRenaming(null)} />}
    </>
  )
}

interface Acting {
  readonly isLast: boolean
  readonly isRequired: boolean
  readonly onRename: (factor: Factor) => void
}

/** Of what is waited for only the columns are known. */
const NOT_YET: Acting = { isLast: false, isRequired: false, onRename: () => undefined }

const columnsOf = (acting: Acting): readonly Column<Factor>[] => [
  { title: t('Name'), cell: ({ name }) => name, card: 'title' },
  {
    title: t('Kind'),
    cell: ({ kind }) => (kind === 'totp' ? t('Authenticator app') : t('Passkey')),
    card: 'sub',
  },
  { title: t('Set up'), cell: ({ createdAt }) => <When at={createdAt} as="short" />, tone: 'soft' },
  {
    title: t('Last used'),
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} as="short" /> : '–'),
    tone: 'soft',
  },
  { ...ACTIONS, cell: (factor) => <Acts factor={factor} {...acting} /> },
]

function Acts({ factor, isLast, isRequired, onRename }: Acting & { readonly factor: Factor }) {
  const { id, name } = factor
  const removing = useAction(api.factors.remove, {
    refreshes: [api.factors.list, api.auth.whoAmI, api.administrators.list],
    onDone: () => tellDone(t('{name} is removed', { name })),
    onFailed: tellFailed,
  })
  const question = isLast
    ? t('Remove {name}? Your password alone signs you in then.', { name })
    : t('Remove {name}?', { name })
  const why = isLast && isRequired ? t('A second factor is required: set up another one first') : null
  return (
    <span className="mu-tight">
      <Button variant="subtle" px={9} onClick={() => onRename(factor)}>
        {t('Rename')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        px={9}
        disabled={why !== null}
        title={why ?? undefined}
        loading={removing.isPending}
        onClick={() => window.confirm(question) && void removing.run({ id })}
      >
        {t('Remove')}
      </Button>
    </span>
  )
}

function Rename({ factor, onClose }: { readonly factor: Factor; readonly onClose: () => void }) {
  const [name, setName] = useState(factor.name)
  const [hasTried, setTried] = useState(false)
  const renaming = useAction(api.factors.rename, { refreshes: [api.factors.list], onDone: onClose })
  function rename() {
    if (name.trim() === '') return showWrong(() => setTried(true))
    void renaming.run({ id: factor.id, name })
  }
  return (
    <Dialog title={t('Rename')} act={t('Save')} doing={renaming} onAct={rename} onClose={onClose}>
      <FactorName hasFocus value={name} onChange={setName} hasTried={hasTried} />
    </Dialog>
  )
}

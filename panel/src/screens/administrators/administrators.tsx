/** Who works here and what each may do: the administrators, and the roles that they have. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useMe } from '../../api/may.ts'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { AddAdministrator } from './add-administrator.tsx'
import type { Listed } from './administrator.ts'
import { People, PeopleSkeleton } from './people.tsx'
import { Roles } from './roles.tsx'
import { SecondPerson } from './second-person.tsx'
import { Security } from './security.tsx'

export function Administrators() {
  const listed = useCall(api.administrators.list, {})
  const me = useMe()
  const [isAdding, setAdding] = useState(false)
  const hasFactor = ({ administrators }: Listed) =>
    administrators.some((each) => each.id === me?.id && each.hasFactor)
  return (
    <>
      <PageHead
        title={t('Administrators')}
        from={{ name: t('System Settings'), to: '/settings' }}
        facts={t('Each has a name of their own in the audit, and may do what their role says.')}
        isStill
        actions={
          <Button variant="filled" disabled={listed.state !== 'ready'} onClick={() => setAdding(true)}>
            {t('Add Administrator')}
          </Button>
        }
      />
      <Loaded call={listed} waiting={<PeopleSkeleton />}>
        {({ data }) => (
          <>
            <People listed={data} />
            <Roles listed={data} />
            <Security saved={data.factors} hasFactor={hasFactor(data)} />
            <SecondPerson />
            {isAdding && <AddAdministrator roles={data.roles} onClose={() => setAdding(false)} />}
          </>
        )}
      </Loaded>
    </>
  )
}

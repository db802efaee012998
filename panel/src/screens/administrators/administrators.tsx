/** Who works here and what each may do: the administrators, and the roles that they have. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../widgets/loaded.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { AddAdministrator } from './add-administrator.tsx'
import { People } from './people.tsx'
import { Roles } from './roles.tsx'
import { SecondPerson } from './second-person.tsx'

export function Administrators() {
  const listed = useCall(api.administrators.list, {})
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <PageHead
        title={t('Administrators')}
        from={{ name: t('System Settings'), to: '/settings' }}
        facts={t('Each has a name of their own in the audit, and may do what their role says.')}
        isStill
        actions={
          <Button disabled={listed.state !== 'ready'} onClick={() => setAdding(true)}>
            {t('Add Administrator')}
          </Button>
        }
      />
      <Loaded call={listed}>
        {({ data }) => (
          <>
            <People listed={data} />
            <Roles listed={data} />
            <SecondPerson />
            {isAdding && <AddAdministrator roles={data.roles} onClose={() => setAdding(false)} />}
          </>
        )}
      </Loaded>
    </>
  )
}

/** The audit: what administrators did to which thing, and what it was before. Nothing here can be changed. */
import { type Answer, api, t } from '@munim/contract'
import { IconShieldCheck } from '@tabler/icons-react'
import { ListScreen } from '../../lists/list-screen.tsx'
import { BY_TIME, type Column } from '../../widgets/column.ts'
import { days, search, select } from '../../widgets/filters.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './audit.module.css'
import { AuditSubject } from './audit-subject.tsx'
import { ACTS, actInWords, THINGS } from './audit-words.ts'
import { Changes } from './changes.tsx'

type Act = Answer<typeof api.reports.audit>['data'][number]

export function Audit() {
  return (
    <ListScreen
      head={{
        title: t('Audit'),
        from: { name: t('Reports'), to: '/reports' },
        facts: t('Each entry seals the one before it: none can be changed or taken out unnoticed.'),
        isStill: true,
      }}
      of={api.reports.audit}
      csv={api.reports.auditCsv}
      views="audit"
      filters={{
        ...days,
        thing: select(t('Thing'), THINGS, { width: 112 }),
        act: select(t('Act'), ACTS, { width: 172 }),
        id: search(t('Thing ID'), 132),
        administrator: search(t('Administrator'), 150, 'second'),
      }}
      body={({ id, ...filters }) => ({ ...filters, ...(id && { thing_id: id }) })}
      columns={columns}
      caption={t('Acts of administrators, the latest first')}
      counted={(count) => t('{count, plural, one {# new act} other {# new acts}}', { count })}
      empty={{
        title: t('No acts found'),
        icon: IconShieldCheck,
        hint: t('What an administrator does appears here at once.'),
      }}
    />
  )
}

const columns: readonly Column<Act>[] = [
  { title: t('No.'), cell: ({ id }) => id, tone: 'quiet', card: 'none' },
  {
    title: t('Date'),
    cell: ({ at }) => <When at={at} as="short" />,
    tone: 'soft',
    rule: 'after',
    card: 'asideSub',
    sort: BY_TIME,
  },
  {
    title: t('Act'),
    cell: ({ act }) => <span className={styles.act}>{actInWords(act)}</span>,
    isRowHeader: true,
    card: 'title',
  },
  {
    title: t('Thing'),
    cell: ({ thing, thing_id }) => <AuditSubject is={thing} id={thing_id} />,
    card: 'sub',
  },
  {
    title: t('Changed'),
    cell: ({ before, after }) => <Changes before={before} after={after} />,
    card: 'state',
  },
  {
    title: t('By'),
    cell: ({ actorName, address }) => (
      <>
        <span className={styles.who}>{actorName}</span>
        <span className={styles.address}>{address}</span>
      </>
    ),
    card: 'field',
  },
]

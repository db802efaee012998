/** The audit: what administrators did to which thing, and what it was before. Nothing here can be changed. */
import { Button, NativeSelect } from '@mantine/core'
import { type Answer, api } from '@munim/contract'
import { readDay } from '@munim/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { pageOf, useAddress } from '../../api/use-address.ts'
import { useList } from '../../api/use-list.ts'
import type { Column } from '../../widgets/column.ts'
import { DayRange, DaySpans, isTurned } from '../../widgets/day-range.tsx'
import { ExportCsv } from '../../widgets/export-csv.tsx'
import { PageHead } from '../../widgets/page-head.tsx'
import { PageNav } from '../../widgets/page-nav.tsx'
import { Records } from '../../widgets/records.tsx'
import { SearchBox } from '../../widgets/search-box.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './audit.module.css'
import { AuditSubject } from './audit-subject.tsx'
import { ACTS, actInWords, THINGS } from './audit-words.ts'
import { Changes } from './changes.tsx'

type Act = Answer<typeof api.reports.audit>['data'][number]

const LIMIT = 10
const CLEARED = { thing: '', id: '', act: '', from: '', to: '', page: '1' }

export function Audit() {
  const { set, ...words } = useAddress(CLEARED)
  const page = pageOf(words.page)
  const days = { from: readDay(words.from) ?? '', to: readDay(words.to) ?? '' }
  const filter = {
    ...(words.thing !== '' && { thing: words.thing.slice(0, 40) }),
    ...(words.id !== '' && { thing_id: words.id.slice(0, 100) }),
    ...(words.act !== '' && { act: words.act.slice(0, 200) }),
    ...(days.from !== '' && { from: days.from }),
    ...(days.to !== '' && { to: days.to }),
  }
  const acts = useList(
    api.reports.audit,
    { ...filter, page, limit: LIMIT },
    { keyOf: ({ id }) => id, onFirst: () => set({ page: '1' }) },
  )
  const change = (to: Partial<typeof CLEARED>, how?: 'replace') => set({ ...to, page: '1' }, how)

  return (
    <>
      <PageHead
        title="Audit"
        from={{ name: 'Reports', to: '/reports' }}
        facts="Each entry seals the one before it: none can be changed or taken out unnoticed."
        isStill
        actions={
          <ExportCsv
            of={api.reports.auditCsv}
            body={filter}
            isDisabled={acts.state === 'ready' && acts.answer.total === 0}
          />
        }
      />
      <div className={styles.filters}>
        <DayRange days={days} onChange={change} />
        <NativeSelect
          label="Thing"
          className={styles.select}
          data={THINGS}
          value={words.thing}
          onChange={(event) => change({ thing: event.currentTarget.value })}
        />
        <NativeSelect
          label="Act"
          className={styles.wide}
          data={ACTS}
          value={words.act}
          onChange={(event) => change({ act: event.currentTarget.value })}
        />
        <SearchBox
          placeholder="Thing ID"
          width={132}
          value={words.id}
          onSearch={(id) => change({ id }, 'replace')}
        />
        <DaySpans days={days} onChange={change} />
      </div>
      <Records
        call={acts}
        rows={({ data }) => data}
        keyOf={({ id }) => id}
        columns={columns}
        caption="Acts of administrators, the latest first"
        counted={['act', 'acts']}
        empty={{
          title: 'No acts found',
          icon: IconShieldCheck,
          ...(Object.keys(filter).length > 0
            ? {
                hint: isTurned(days) ? 'From Date is after To Date.' : 'None matches these filters.',
                action: (
                  <Button variant="default" onClick={() => set(CLEARED)}>
                    Clear filters
                  </Button>
                ),
              }
            : { hint: 'What an administrator does appears here at once.' }),
        }}
      />
      {acts.state === 'ready' && (
        <PageNav
          page={page}
          {...acts.answer}
          limit={LIMIT}
          isOutdated={acts.outdated !== null}
          onGo={(to) => set({ page: String(to) })}
        />
      )}
    </>
  )
}

const columns: readonly Column<Act>[] = [
  { title: 'No.', cell: ({ id }) => id, tone: 'quiet', card: 'none' },
  {
    title: 'Date',
    cell: ({ at }) => <When at={at} as="short" />,
    tone: 'soft',
    rule: 'after',
    card: 'asideSub',
  },
  {
    title: 'Act',
    cell: ({ act }) => <span className={styles.act}>{actInWords(act)}</span>,
    isRowHeader: true,
    card: 'title',
  },
  { title: 'Thing', cell: ({ thing, thing_id }) => <AuditSubject is={thing} id={thing_id} />, card: 'sub' },
  { title: 'Changed', cell: ({ before, after }) => <Changes before={before} after={after} />, card: 'state' },
  {
    title: 'By',
    cell: ({ actorName, address }) => (
      <>
        <span className={styles.who}>{actorName}</span>
        <span className={styles.address}>{address}</span>
      </>
    ),
    card: 'field',
  },
]

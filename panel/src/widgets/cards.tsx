/** The cards of a list of records, for narrow screens: the same columns, each in the place its `card` names. */

import styles from './cards.module.css'
import type { Column } from './column.ts'

interface Props<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly caption: string
}

export function Cards<Row>({ rows, columns, keyOf, caption }: Props<Row>) {
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={styles.card}>
          <Card row={row} columns={columns} />
        </li>
      ))}
    </ul>
  )
}

function Card<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  const within = (slot: NonNullable<Column<Row>['card']>) =>
    columns.filter(({ card = 'field' }) => card === slot)
  const draw = (slot: NonNullable<Column<Row>['card']>, className: string | undefined) =>
    within(slot).map((column) => (
      <div key={column.title} className={className}>
        {column.cell(row, 'card')}
      </div>
    ))
  return (
    <>
      <div className={styles.top}>
        <div className={styles.left}>
          {draw('title', styles.title)}
          {draw('sub', styles.sub)}
        </div>
        <div className={styles.right}>
          {draw('aside', styles.aside)}
          {draw('asideSub', styles.sub)}
        </div>
      </div>
      {within('state').length > 0 && <div className={styles.states}>{draw('state', undefined)}</div>}
      {within('field').length > 0 && (
        <dl className={styles.fields}>
          {within('field').map((column) => (
            <div key={column.title}>
              <dt>{column.title}</dt>
              <dd>{column.cell(row, 'card')}</dd>
            </div>
          ))}
        </dl>
      )}
      {within('toggle').length > 0 && <div className={styles.toggles}>{draw('toggle', undefined)}</div>}
      {within('action').length > 0 && <div className={styles.actions}>{draw('action', styles.action)}</div>}
    </>
  )
}

export function CardsSkeleton() {
  return (
    <div className={styles.cards} aria-busy="true">
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className={styles.card}>
          <i className={styles.blank} />
          <i className={styles.blank} />
        </div>
      ))}
    </div>
  )
}

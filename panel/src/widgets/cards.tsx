/**
 * The cards of a list of records, for narrow screens: the same columns, each in the place its `card` names. They are ruled
 * off in one frame, in two columns where there is room, so that ten are seen without much of a way.
 */

import styles from './cards.module.css'
import type { Column, Rows, RowsToCome } from './column.ts'

export function Cards<Row>({ rows, columns, keyOf, caption }: Rows<Row>) {
  return (
    <ul className={`mu-frame ${styles.cards}`} aria-label={caption}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={`mu-cell mu-column ${styles.card}`}>
          <Card row={row} columns={columns} />
        </li>
      ))}
    </ul>
  )
}

function Card<Row>({ row, columns }: Pick<Rows<Row>, 'columns'> & { readonly row: Row }) {
  const within = (slot: NonNullable<Column<Row, string>['card']>) =>
    columns.filter(({ card = 'field' }) => card === slot)
  const draw = (slot: NonNullable<Column<Row, string>['card']>, className: string | undefined) =>
    within(slot).map((column) => (
      <div key={column.title} className={className}>
        {column.cell(row, 'card')}
      </div>
    ))
  const name = (
    <>
      {draw('title', `mu-name mu-wraps ${styles.title}`)}
      {draw('sub', 'mu-small')}
    </>
  )
  // Where nothing is beside its name, what can be done is.
  const isNarrow = within('aside').length + within('asideSub').length + within('line').length === 0
  const hasWords = isNarrow || within('state').length + within('field').length > 0
  return (
    <>
      {!isNarrow && (
        <div className="mu-ends mu-gap-12">
          <div className="mu-shrinks">{name}</div>
          <div className={`mu-right mu-fixed ${styles.right}`}>
            {draw('aside', styles.aside)}
            {draw('asideSub', 'mu-small')}
          </div>
        </div>
      )}
      {draw('line', styles.line)}
      <div className={`mu-row mu-ends ${styles.foot}`}>
        {hasWords && (
          <div className={`mu-shrinks ${styles.words}`}>
            {isNarrow && name}
            {within('state').length > 0 && (
              <div className={`mu-row mu-flow ${styles.states}`}>{draw('state', undefined)}</div>
            )}
            {within('field').length > 0 && (
              <dl className={`mu-row mu-flow ${styles.fields}`}>
                {within('field').map((column) => (
                  <div key={column.title}>
                    <dt className="mu-note">{column.title}</dt>
                    <dd className="mu-shrinks">{column.cell(row, 'card')}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        )}
        {within('toggle').length > 0 && (
          <div className={`mu-row ${styles.toggles}`}>{draw('toggle', undefined)}</div>
        )}
        {within('action').length > 0 && (
          <div className={`mu-acts mu-end ${styles.actions}`}>
            {draw('action', `mu-contents ${styles.action}`)}
          </div>
        )}
      </div>
    </>
  )
}

/** The cards before their first answer: in the place of each word that most of them have, a bar. */
export function CardsSkeleton<Row>({ columns, many = 10 }: RowsToCome<Row>) {
  const blanks = columns.map(({ title, card = 'field' }) => ({ title, card, cell: Blank }))
  return (
    <div className={`mu-frame ${styles.cards}`} aria-busy="true" data-waiting>
      {Array.from({ length: many }, (_, card) => (
        <div key={card} className={`mu-cell mu-column ${styles.card}`}>
          <Card row={null} columns={blanks.filter(({ card }) => card !== 'line')} />
        </div>
      ))}
    </div>
  )
}

const Blank = () => <i className="mu-blank" />

/** The table of a list of records: ruled rows, a head that stays in sight, totals at the foot. */
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Column, Rows, RowsToCome, Sorting } from './column.ts'
import styles from './table.module.css'

export function Table<Row>({ rows, columns, keyOf, caption, sorting }: Rows<Row>) {
  const name = columns.find((column) => column.isRowHeader) ?? columns.find(({ card }) => card === 'title')
  return (
    <Frame caption={caption}>
      <caption className="mu-hidden">{caption}</caption>
      <Head columns={columns} sorting={sorting} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => {
              const marks = marksOf(column)
              const content = column.cell(row, 'table')
              return column === name ? (
                <th key={column.title} scope="row" {...marks}>
                  {content}
                </th>
              ) : (
                <td key={column.title} {...marks}>
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      {columns.some(({ foot }) => foot !== undefined) && (
        <tfoot>
          <tr>
            {columns.map((column) => (
              <td key={column.title} {...marksOf(column)} className={undefined}>
                {column.foot?.(rows)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </Frame>
  )
}

/** The table before its first answer: a skeleton in the shape of the columns. */
export function TableSkeleton<Row>({ columns, many = 10 }: RowsToCome<Row>) {
  return (
    <div className={`mu-frame ${styles.frame}`} aria-busy="true" data-waiting>
      <table className={`mu-table ${styles.table}`}>
        <Head columns={columns} sorting={undefined} />
        <tbody className={styles.skeleton}>
          {Array.from({ length: many }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.title} {...marksOf(column)}>
                  <i className="mu-blank" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeadProps<Row> = Pick<Rows<Row>, 'columns'> & { readonly sorting: Sorting | undefined }

function Head<Row>({ columns, sorting }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.title}
            scope="col"
            {...marksOf(column)}
            className={undefined}
            style={column.share === undefined ? undefined : { width: `${column.share}%` }}
            aria-sort={sortOf(column, sorting)}
          >
            {column.hidesTitle ? (
              <span className="mu-hidden">{column.title}</span>
            ) : (
              <Title column={column} sorting={sorting} />
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface TitleProps<Row> {
  readonly column: Column<Row, string>
  readonly sorting: Sorting | undefined
}

/** Where the list can be sorted by it, a button: the greatest first, and once more the least. */
function Title<Row>({ column, sorting }: TitleProps<Row>) {
  const { title, sort } = column
  if (!sort || !sorting?.words.includes(sort.down.word)) return title
  const is = sortOf(column, sorting)
  const next = is === 'descending' ? sort.up : sort.down
  const Arrow = is === undefined ? IconArrowsSort : is === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={`mu-inline mu-gap-4 ${styles.sort}`}
      title={next.name}
      onClick={() => sorting.onSort(next.word)}
    >
      {title}
      <Arrow size={12} stroke={2} aria-hidden />
    </button>
  )
}

function sortOf<Row>({ sort }: Column<Row, string>, sorting: Sorting | undefined) {
  if (sort === undefined || sorting === undefined) return undefined
  if (sorting.order === sort.up.word) return 'ascending'
  return sorting.order === sort.down.word ? 'descending' : undefined
}

/**
 * A table that is wider than its frame scrolls sideways in it: below 1200 px, and wherever its reader has the words
 * larger or wider apart. A frame that scrolls can be reached by keyboard.
 */
function Frame({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 1199px)', undefined, { getInitialValueInEffect: false })
  const frame = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const look = () => {
      setOver(table.current!.offsetWidth > frame.current!.clientWidth + 1)
      // What is focused is scrolled beside the acts, not below them.
      const acts = table.current!.querySelector<HTMLElement>('thead [data-acts]:last-child')
      frame.current!.style.setProperty('--acts', `${acts?.offsetWidth ?? 0}px`)
    }
    const seen = new ResizeObserver(look)
    seen.observe(frame.current!)
    seen.observe(table.current!)
    return () => seen.disconnect()
  }, [])
  const scrolls = isNarrow || isOver
  return (
    <section
      ref={frame}
      className={`mu-frame ${styles.frame}`}
      data-over={isOver || undefined}
      {...(scrolls && { 'data-scrolls': true, tabIndex: 0, 'aria-label': caption })}
    >
      <table ref={table} className={`mu-table ${styles.table}`}>
        {children}
      </table>
    </section>
  )
}

const INKS = { quiet: 'mu-soft', soft: 'mu-plain' } as const

function marksOf<Row>({
  card,
  align = card === 'action' ? 'right' : undefined,
  tone,
  rule,
}: Column<Row, string>) {
  return {
    'data-align': align,
    className: tone && INKS[tone],
    'data-rule': rule,
    'data-acts': card === 'action' || undefined,
  }
}

/** The pages of a list. Up to five directly; of more the first, the last, the neighbours and ellipses. */
import { t } from '@munim/contract'
import { type Icon, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useKey, useKeys } from './keys.ts'
import { count } from './money.tsx'
import styles from './page-nav.module.css'

const DIRECT = 5
const PAGES = t('Pages')

export interface Pages {
  readonly page: number
  readonly totalPages: number
  readonly total: number
  readonly limit?: number
  /** Of the rows shown, those that have left the list; in words: '3 decided'. */
  readonly done?: string | undefined
  /** Its name, where a screen has two. */
  readonly label?: string
  /** The rows shown are another page's, because this one could not be fetched. */
  readonly isOutdated?: boolean
  readonly onGo: (page: number) => void
}

export function PageNav({
  page,
  totalPages,
  total,
  limit = 10,
  done,
  label = PAGES,
  isOutdated = false,
  onGo,
}: Pages) {
  if (totalPages <= 1) return null
  const first = (page - 1) * limit + 1
  return (
    <PagesFoot
      shown={!isOutdated && showing({ first, last: Math.min(page * limit, total), total })}
      done={done}
    >
      <nav aria-label={label} className={`mu-row ${styles.pages}`}>
        <Step
          name={t('Previous page')}
          shortcut={label === PAGES ? '[' : undefined}
          icon={IconChevronLeft}
          isEnd={page <= 1}
          onGo={() => onGo(page - 1)}
        />
        {pagesShown(page, totalPages).map((shown, index) =>
          shown === null ? (
            <span key={`gap ${index}`} className={`mu-soft ${styles.gap}`}>
              …
            </span>
          ) : (
            <button
              key={shown}
              type="button"
              aria-label={t('Page {page, number}', { page: shown })}
              aria-current={shown === page ? 'page' : undefined}
              onClick={() => onGo(shown)}
            >
              {count(shown)}
            </button>
          ),
        )}
        <Step
          name={t('Next page')}
          shortcut={label === PAGES ? ']' : undefined}
          icon={IconChevronRight}
          isEnd={page >= totalPages}
          onGo={() => onGo(page + 1)}
        />
      </nav>
    </PagesFoot>
  )
}

/** Of a list that its address does not page: where fewer pages are left, it goes back to the last. */
export function OwnPages(props: Pages) {
  const { page, totalPages, onGo } = props
  const left = pageLeft(page, totalPages)
  const goBack = useEffectEvent(() => onGo(left))
  useEffect(() => {
    if (left < page) goBack()
  }, [page, left])
  return <PageNav {...props} page={left} />
}

/** The page, or the last that is left where that is before it. */
export const pageLeft = (page: number, totalPages: number): number => Math.min(page, Math.max(1, totalPages))

interface FootProps extends Pick<Pages, 'done'> {
  /** In words, which rows are shown; false while those of another page are. */
  readonly shown: string | false
  /** The way to other pages. */
  readonly children: ReactNode
}

export function PagesFoot({ shown, done, children }: FootProps) {
  return (
    <div className={`mu-row mu-ends ${styles.foot}`}>
      <p className="mu-soft">
        {shown}
        {done !== undefined && `, ${done}`}
      </p>
      {children}
    </div>
  )
}

interface StepProps {
  readonly name: string
  readonly shortcut: string | undefined
  readonly icon: Icon
  readonly isEnd: boolean
  readonly onGo: () => void
}

/** At its end it does nothing, but keeps the focus of who stepped there by keyboard. */
function Step({ name, shortcut, icon: Arrow, isEnd, onGo }: StepProps) {
  const button = useKey<HTMLButtonElement>(shortcut, (step) => step.click())
  const hasKeys = useKeys(({ isOn }) => isOn)
  return (
    <button
      ref={button}
      type="button"
      aria-label={name}
      aria-keyshortcuts={hasKeys ? shortcut : undefined}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onGo}
    >
      <Arrow size={16} stroke={1.8} aria-hidden />
    </button>
  )
}

function showing({ first, last, total }: Record<'first' | 'last' | 'total', number>): string {
  if (first > total) return t('No entries on this page, {total, number} in all', { total })
  return t('Showing {first, number} to {last, number} of {total, number} entries', { first, last, total })
}

/** The page numbers shown, null for an ellipsis. */
export function pagesShown(page: number, totalPages: number): readonly (number | null)[] {
  if (totalPages <= DIRECT) return Array.from({ length: totalPages }, (_, index) => index + 1)
  const near = Math.min(Math.max(page, 2), totalPages - 1)
  const shown = [...new Set([1, near - 1, near, near + 1, totalPages])].sort((a, b) => a - b)
  return shown.flatMap((number, index) =>
    index > 0 && number - shown[index - 1]! > 1 ? [null, number] : [number],
  )
}

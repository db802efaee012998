/** What an act was done to, as a way to it where it has a page. */
import { Link } from '@tanstack/react-router'
import { pageOfRecord } from '../../game/record-links.tsx'
import styles from './audit.module.css'

const PAGES: Readonly<Record<string, string>> = {
  user: '/users/details/',
  market: '/market/details/',
  bid: pageOfRecord('bid', ''),
  request: pageOfRecord('request', ''),
}

export function AuditSubject({ is, id }: { readonly is: string; readonly id: string }) {
  const page = PAGES[is]
  const name = id === '' || id === is ? is : `${is} ${/^\d+$/.test(id) ? `#${id}` : id}`
  if (page === undefined) return <span className={styles.thing}>{name}</span>
  return (
    <Link to={`${page}${id}` as '/'} className={styles.thing}>
      {name}
    </Link>
  )
}

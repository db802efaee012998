/** Players by name and number, each a link to the profile. */
import { Fragment } from 'react'
import { Link } from './link.tsx'
import styles from './player-links.module.css'

export function PlayerLinks({
  of,
}: {
  readonly of: readonly { readonly id: number; readonly user_name: string }[]
}) {
  return of.map(({ id, user_name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Link to={`/users/details/${id}`} className={`mu-thumb ${styles.player}`}>
        {user_name} #{id}
      </Link>
    </Fragment>
  ))
}

/** Players by name and number, each a link to the profile. */
import { Fragment } from 'react'
import { Link } from './link.tsx'

export function PlayerLinks({
  of,
}: {
  readonly of: readonly { readonly id: number; readonly user_name: string }[]
}) {
  return of.map(({ id, user_name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Link to={`/users/details/${id}`} className="mu-underlined mu-thumb">
        {user_name} #{id}
      </Link>
    </Fragment>
  ))
}

/** Players by name and number, each a link to the profile. */
import { Fragment } from 'react'
import { Link } from './link.tsx'

interface Props {
  readonly of: readonly { readonly id: number; readonly user_name: string }[]
  /** Of one player, without others above or below: only there is it met beyond its words. */
  readonly isAlone?: boolean
}

export function PlayerLinks({ of, isAlone = false }: Props) {
  return of.map(({ id, user_name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Link to={`/users/details/${id}`} className={`mu-underlined ${isAlone ? 'mu-thumb' : ''}`}>
        {user_name} #{id}
      </Link>
    </Fragment>
  ))
}

/** A player in a list of what they did: the name, which leads to the profile, over the mobile number. */
import { Link } from '../widgets/link.tsx'
import { Mobile } from '../widgets/mobile.tsx'

interface Props {
  readonly of: { readonly id: number; readonly user_name: string; readonly mobile: string }
  /** How wide the name may be. */
  readonly className: string | undefined
  /** By which the focus finds it. */
  readonly id?: string
}

export function PlayerCell({ of: { id, user_name: name, mobile }, className, ...link }: Props) {
  return (
    <>
      <Link
        to={`/users/details/${id}`}
        className={`mu-name mu-ink mu-block mu-dots mu-thumb-high ${className}`}
        title={name}
        {...link}
      >
        {name}
      </Link>
      <span className="mu-sub">
        <Mobile digits={mobile} />
      </span>
    </>
  )
}

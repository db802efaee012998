/** An address that names no screen. A record that is missing is not this, but its own screen's sentence. */
import { IconMapQuestion } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { EmptyState } from '../widgets/empty-state.tsx'

export function NotFound() {
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <>
      <title>Not found · Munim Admin</title>
      <EmptyState
        heading="h1"
        icon={IconMapQuestion}
        title="Oops, the page doesn't exist"
        hint={`Nothing is kept at ${path}`}
        action={<Link to="/">Back to Dashboard</Link>}
      />
    </>
  )
}

/** Stands where a screen of this version is still missing, and says so. */
import { PageHead } from '../widgets/page-head.tsx'

export function unbuilt(title: string) {
  return function Unbuilt() {
    return (
      <>
        <PageHead title={title} />
        <p>This page isn't built yet; what it will show can be read from the server already.</p>
      </>
    )
  }
}

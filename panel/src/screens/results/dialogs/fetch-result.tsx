/** Asks the source for the result, after saying what that does: it fills the form, and declares nothing. */
import { api, t } from '@munim/contract'
import type { Day } from '@munim/core'
import { useState } from 'react'
import { useAction } from '../../../api/use-action.ts'
import { DrawInLine } from '../../../game/hindi-name.tsx'
import { Dialog } from '../../../widgets/dialog.tsx'
import { WorkingBar } from '../../../widgets/working-bar.tsx'
import type { Draw } from '../draw.ts'
import { type Fetched, fetchedOf } from '../fetched.ts'

interface Props {
  readonly draw: Draw
  readonly date: Day
  readonly onClose: () => void
  readonly onFetched: (fetched: Fetched) => void
}

export function FetchResult({ draw, date: asked, onClose, onFetched }: Props) {
  // Whatever the page behind comes to show.
  const [date] = useState(asked)
  const fetching = useAction(api.results.fetch, { onDone: (answer) => onFetched(fetchedOf(answer)) })
  return (
    <Dialog
      title={t('Fetch Result')}
      line={<DrawInLine of={draw} date={date} />}
      act={t('Fetch')}
      doing={fetching}
      onAct={() => void fetching.run({ marketId: draw.id, date })}
      onClose={onClose}
    >
      <p>{t('Fetch the latest result of {market} from the source?', { market: draw.name })}</p>
      <p className="mu-small">
        {t(
          'It fills the form under Manual, for you to review. Nothing is declared by it. Where the source has no close yet, it is a half result.',
        )}
      </p>
      {fetching.isPending && <WorkingBar name={t('Asking the source')} />}
    </Dialog>
  )
}

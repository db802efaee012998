/** The form that declares a result. What it declares is shown once more before it is done. */

import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useState } from 'react'
import type { TypedFigures } from '../../game/typed-result.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { Banner } from '../../widgets/banner.tsx'
import { later } from '../../widgets/later.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { asSentence, type Fetched, fetchedInWords } from './fetched.ts'
import { type FormProps, ResultForm } from './result-form.tsx'

const DeclareResult = later(() => import('./dialogs/declare-result.tsx').then((m) => m.DeclareResult))

export interface DeclareProps extends FormProps {
  /** What was fetched from the source for this day, to be looked at before it is declared. */
  readonly fetched: Fetched | null
  /** Back to the current draw, with nothing typed and nothing fetched. */
  readonly onClear: () => void
  /** The same, of the other forms too. */
  readonly onDeclared: () => void
  /** Asks about voiding the draw. */
  readonly onVoid: () => void
}

export function DeclareForm({
  title,
  fetched,
  onClear,
  onDeclared,
  onVoid: _,
  ...form
}: DeclareProps & { readonly title: string }) {
  const [declaring, setDeclaring] = useState<TypedFigures | null>(null)
  return (
    <PanelCard title={title} aside={fetched ? fetchedInWords(fetched) : t('last 7 days and today, IST')}>
      {fetched && <Doubts of={fetched} />}
      <ResultForm
        {...form}
        again={t('It goes along with the close and is not paid again.')}
        onAsk={setDeclaring}
        actions={(isFilled) => (
          <>
            <Allowed to={api.results.declare}>
              <Button variant="filled" type="submit" size="md" disabled={!isFilled}>
                {t('Declare Result')}
              </Button>
            </Allowed>
            <Button size="md" onClick={onClear}>
              {t('Clear Form')}
            </Button>
          </>
        )}
      />
      {declaring && (
        <DeclareResult
          draw={form.draw}
          date={form.date}
          figures={declaring}
          fetched={fetched}
          onClose={() => setDeclaring(null)}
          onDone={() => {
            setDeclaring(null)
            onDeclared()
          }}
        />
      )}
    </PanelCard>
  )
}

/** Said above the figures, before anybody takes them for a result. */
function Doubts({ of: { doubts } }: { readonly of: Fetched }) {
  if (doubts.length === 0) return null
  return (
    <Banner isApart tone="warning">
      {doubts.map(asSentence).join(' ')}
    </Banner>
  )
}

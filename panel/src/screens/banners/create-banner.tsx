/** The form of a new banner. It is active unless that is switched off. */
import { Button, Switch } from '@mantine/core'
import { api, t } from '@munim/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { tellDone, tellFailed } from '../../widgets/notice.tsx'
import { PanelCard } from '../../widgets/panel-card.tsx'
import { NO_IMAGE } from './banner.ts'
import { NoImage } from './banner-image.tsx'
import styles from './create-banner.module.css'
import { ImageField } from './image-field.tsx'

const NEW_BANNER = { file: null as File | null, isActive: true }

/** What is chosen and the call that sends it, which both outlast a look at the other tab: one click makes one banner. */
export function useNewBanner(onDone: () => void) {
  const [draft, onChange] = useState(NEW_BANNER)
  const creating = useAction(api.banners.create, {
    refreshes: [api.banners.list],
    onDone: () => {
      onChange((now) => (now === draft ? NEW_BANNER : now))
      tellDone(t('Banner created successfully'))
      onDone()
    },
    onFailed: tellFailed,
  })
  return { draft, onChange, creating }
}

export function CreateBanner({ draft, onChange, creating }: ReturnType<typeof useNewBanner>) {
  const { file, isActive } = draft

  function create(event: FormEvent) {
    event.preventDefault()
    if (file === null) return tellFailed(NO_IMAGE)
    void creating.run({ isActive: isActive ? 'true' : 'false' }, file)
  }
  return (
    <div className={styles.column}>
      <PanelCard title={t('New banner')}>
        <form onSubmit={create} className="mu-stack">
          <ImageField
            file={file}
            onChoose={(chosen) => onChange({ ...draft, file: chosen })}
            onRefused={tellFailed}
            picture={<NoImage />}
            isDisabled={creating.isPending}
          />
          <Switch
            label={t('Show it to players at once')}
            checked={isActive}
            onChange={(event) => onChange({ ...draft, isActive: event.currentTarget.checked })}
          />
          <Allowed to={api.banners.create}>
            <Button
              variant="filled"
              type="submit"
              size="md"
              loading={creating.isPending}
              className={styles.create}
            >
              {t('Create')}
            </Button>
          </Allowed>
        </form>
      </PanelCard>
    </div>
  )
}

/** Changes a banner: another image in place of the one it has, and whether players see it. */

import { Switch } from '@mantine/core'
import { t } from '@munim/contract'
import { useState } from 'react'
import { Dialog } from '../../widgets/dialog.tsx'
import { Refusal } from '../../widgets/refusal.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import { type Banner, useBannerUpdate } from './banner.ts'
import { BannerImage } from './banner-image.tsx'
import { ImageField } from './image-field.tsx'

interface Props {
  readonly banner: Banner
  readonly onClose: () => void
}

export function EditBanner({ banner, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [isActive, setActive] = useState(banner.isActive)
  const [refusal, setRefusal] = useState<string | null>(null)
  const saving = useBannerUpdate({ onDone: onClose, onFailed: setRefusal })

  function save() {
    setRefusal(null)
    // What was not switched stays as another administrator may have switched it meanwhile.
    const switched = isActive !== banner.isActive && ({ isActive: isActive ? 'true' : 'false' } as const)
    void saving.run({ id: banner.id, ...switched }, file)
  }
  return (
    <Dialog
      title={t('Edit Banner #{id}', { id: banner.id })}
      line={<Sentence of="Created {at}" at={<When at={banner.createdAt} />} />}
      act={t('Save Changes')}
      isPending={saving.isPending}
      onAct={save}
      onClose={onClose}
    >
      <Refusal says={refusal} onDismiss={setRefusal} />
      <ImageField
        file={file}
        onChoose={(chosen) => {
          setRefusal(null)
          setFile(chosen)
        }}
        onRefused={setRefusal}
        picture={<BannerImage banner={banner} />}
        isDisabled={saving.isPending}
      />
      <Switch
        label={t('Shown to players')}
        checked={isActive}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

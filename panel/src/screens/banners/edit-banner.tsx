/** Changes a banner: another image in place of the one it has, and whether players see it. */

import { Switch } from '@mantine/core'
import { t } from '@munim/contract'
import { useState } from 'react'
import { Dialog } from '../../widgets/dialog.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { When } from '../../widgets/when.tsx'
import { type Banner, useBannerUpdate } from './banner.ts'
import { BannerImage } from './banner-image.tsx'
import { ImageField } from './image-field.tsx'

export function EditBanner({ banner, onClose }: { readonly banner: Banner; readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [isActive, setActive] = useState(banner.isActive)
  const saving = useBannerUpdate({ onDone: onClose })

  function save() {
    // What was not switched stays as another administrator may have switched it meanwhile.
    const switched = isActive !== banner.isActive && ({ isActive: isActive ? 'true' : 'false' } as const)
    void saving.run({ id: banner.id, ...switched }, file)
  }
  return (
    <Dialog
      title={t('Edit Banner #{id}', { id: banner.id })}
      line={<Sentence of="Created {at}" at={<When at={banner.createdAt} />} />}
      act={t('Save Changes')}
      doing={saving}
      onAct={save}
      onClose={onClose}
    >
      <ImageField
        file={file}
        onChoose={(chosen) => {
          saving.setRefusal(null)
          setFile(chosen)
        }}
        onRefused={saving.setRefusal}
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

/** A banner's image from the API's host, in a frame that is as high before it comes; a placeholder where it is gone. */
import { t } from '@munim/contract'
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { API_HOST } from '../../api/call.ts'
import type { Banner } from './banner.ts'
import styles from './banner-image.module.css'

const PLACEHOLDER = `mu-row mu-column mu-soft ${styles.placeholder}`

export function BannerImage({ banner: { id, imageUrl, isActive } }: { readonly banner: Banner }) {
  const [missing, setMissing] = useState<string | null>(null)
  const name = t(isActive ? 'Banner {id}, active' : 'Banner {id}, inactive', { id })
  return (
    <div className={styles.frame}>
      {missing === imageUrl ? (
        <div role="img" aria-label={t('{name}: the image is gone', { name })} className={PLACEHOLDER}>
          <IconPhotoOff size={22} stroke={1.6} aria-hidden />
          <span>{t('Image not available')}</span>
        </div>
      ) : (
        <img src={API_HOST + imageUrl} alt={name} loading="lazy" onError={() => setMissing(imageUrl)} />
      )}
    </div>
  )
}

/** An image that was chosen and not sent yet. */
export function ChosenImage({ address }: { readonly address: string }) {
  return (
    <div className={styles.frame} data-alone>
      <img src={address} alt={t('Chosen, not uploaded yet')} />
    </div>
  )
}

/** Where one can be dropped. */
export function NoImage() {
  return (
    <div className={styles.frame} data-alone>
      <div className={PLACEHOLDER}>
        <IconPhoto size={22} stroke={1.6} aria-hidden />
        <span>{t('Drop an image here, or choose one')}</span>
      </div>
    </div>
  )
}

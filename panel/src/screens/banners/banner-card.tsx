/** One banner of the gallery. Switching it acts at once; deleting it asks. */
import { Button } from '@mantine/core'
import { api, t } from '@munim/contract'
import { useAction } from '../../api/use-action.ts'
import { Allowed } from '../../widgets/allowed.tsx'
import { tellFailed, tellingDone } from '../../widgets/notice.tsx'
import { byOneClick } from '../../widgets/one-click.ts'
import { Status } from '../../widgets/status.tsx'
import { When } from '../../widgets/when.tsx'
import { type Banner, useBannerUpdate } from './banner.ts'
import styles from './banner-card.module.css'
import { BannerImage } from './banner-image.tsx'

interface Props {
  readonly banner: Banner
  readonly onEdit: () => void
  readonly onDeleted: () => void
}

export function BannerCard({ banner, onEdit, onDeleted }: Props) {
  const { id, isActive } = banner
  const switching = useBannerUpdate({ failed: t('Failed to update banner status'), onFailed: tellFailed })
  const removing = useAction(api.banners.remove, {
    refreshes: [api.banners.list],
    refreshesRefused: true,
    onDone: tellingDone(t('Banner deleted successfully'), onDeleted),
    onFailed: tellFailed,
  })
  const remove = () => {
    if (window.confirm(t('Are you sure you want to delete this banner?'))) void removing.run({ id })
  }
  return (
    <li className={`mu-frame mu-column ${styles.card}`} data-inactive={!isActive || undefined}>
      <BannerImage banner={banner} />
      <div className={`mu-row mu-gap-8 ${styles.facts}`}>
        <span className="mu-name">#{id}</span>
        {isActive ? <Status is="good">{t('Active')}</Status> : <Status is="neutral">{t('Inactive')}</Status>}
        <span className="mu-note mu-end">
          <When at={banner.createdAt} as="day" />
        </span>
      </div>
      <div className={`mu-acts ${styles.actions}`}>
        <Allowed to={api.banners.update}>
          <Button onClick={onEdit}>{t('Edit')}</Button>
          <Button
            aria-busy={switching.isPending} // Not disabled, so that it keeps the focus.
            onClick={byOneClick(() => void switching.run({ id, isActive: isActive ? 'false' : 'true' }))}
          >
            {isActive ? t('Deactivate') : t('Activate')}
          </Button>
        </Allowed>
        <Allowed to={api.banners.remove}>
          <Button variant="subtle" color="red" loading={removing.isPending} onClick={remove}>
            {t('Delete')}
          </Button>
        </Allowed>
      </div>
    </li>
  )
}

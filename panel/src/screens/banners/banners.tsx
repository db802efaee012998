/** The pictures that the players' app shows: the gallery of all, and the form of a new one. */
import { Button, Switch, Tabs } from '@mantine/core'
import { api, t } from '@munim/contract'
import { IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useAddress } from '../../api/use-address.ts'
import type { Drawn } from '../../lists/list-rows.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { choices } from '../../widgets/filters.tsx'
import { Sentence } from '../../widgets/sentence.tsx'
import { countOf, StatStrip } from '../../widgets/stat-strip.tsx'
import { TabList } from '../../widgets/tab-list.tsx'
import { useUnsaved } from '../../widgets/use-unsaved.ts'
import { When } from '../../widgets/when.tsx'
import { type Banner, SHAPE, useBannerUpdate } from './banner.ts'
import { BannerCard } from './banner-card.tsx'
import { BannerImage } from './banner-image.tsx'
import { CreateBanner, useNewBanner } from './create-banner.tsx'
import styles from './gallery.module.css'
import { ImageField } from './image-field.tsx'

const FILTERS = {
  status: choices(t('Filter by status'), [
    ['', t('All')],
    ['active', t('Active')],
    ['inactive', t('Inactive')],
  ]),
}

export function Banners() {
  const { set, ...words } = useAddress({ tab: 'manage', status: '', page: '1' })
  const tab = words.tab === 'create' ? 'create' : 'manage'
  const [editing, setEditing] = useState<Banner | null>(null)
  // What is chosen stays while one looks something up in the other tab.
  const newBanner = useNewBanner(() => set({ tab: 'manage', status: '', page: '1' }))
  useUnsaved(newBanner.draft.file !== null)
  return (
    <>
      <ListScreen
        head={{ title: t('Banners'), isStill: true }}
        of={api.banners.list}
        shape={SHAPE}
        filters={FILTERS}
        body={({ status }) => ({ ...(status !== undefined && { isActive: status === 'active' }) })}
        above={({ call }) => (
          <StatStrip
            areShort
            stats={[
              {
                label: t('Total'),
                value: countOf(call, ({ data }) => data.stats.total),
                hint: t('in the gallery'),
              },
              {
                label: t('Active'),
                value: countOf(call, ({ data }) => data.stats.active),
                hint: t('shown to players'),
              },
              {
                label: t('Inactive'),
                value: countOf(call, ({ data }) => data.stats.inactive),
                hint: t('kept for later'),
              },
            ]}
          />
        )}
        around={(list) => (
          <Tabs value={tab} onChange={(next) => set({ tab: next ?? 'manage' })}>
            <TabList chosen={tab}>
              <Tabs.Tab value="manage">{t('Manage Banners')}</Tabs.Tab>
              <Tabs.Tab value="create">{t('Create Banner')}</Tabs.Tab>
            </TabList>
            <Tabs.Panel value="manage">{list}</Tabs.Panel>
            <Tabs.Panel value="create">
              <CreateBanner {...newBanner} />
            </Tabs.Panel>
          </Tabs>
        )}
        draw={(banners, at) => <Gallery banners={banners} {...at} onEdit={setEditing} />}
        skeleton={<GallerySkeleton />}
        caption={t('Banners, the latest first')}
        empty={{
          title: t('No banners found'),
          icon: IconPhoto,
          hint: t('The players’ app shows the active ones.'),
          action: <Button onClick={() => set({ tab: 'create' })}>{t('Create the first one')}</Button>,
          filtered: ({ status }) => (status === 'active' ? t('None is active.') : t('None is inactive.')),
          clear: { button: t('Show all banners') },
        }}
      />
      {editing && <EditBanner banner={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

interface Props extends Drawn {
  readonly banners: readonly Banner[]
  readonly onEdit: (banner: Banner) => void
}

/** The gallery: every banner as a card, with what can be done with it. */
function Gallery({ banners, caption, onEdit, onDeleted }: Props) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} className={`mu-stack ${styles.gallery}`} aria-label={caption} tabIndex={-1}>
      {banners.map((banner) => (
        <BannerCard
          key={banner.id}
          banner={banner}
          onEdit={() => onEdit(banner)}
          onDeleted={() => {
            list.current?.focus()
            onDeleted()
          }}
        />
      ))}
    </ul>
  )
}

function GallerySkeleton() {
  return (
    <div className={`mu-stack ${styles.gallery}`} aria-busy="true">
      {[1, 2, 3].map((card) => (
        <div key={card} className={`mu-frame ${styles.card}`}>
          <i className="mu-blank mu-block" />
          <i className="mu-blank mu-block" />
        </div>
      ))}
    </div>
  )
}

/** Changes a banner: another image in place of the one it has, and whether players see it. */
function EditBanner({ banner, onClose }: { readonly banner: Banner; readonly onClose: () => void }) {
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

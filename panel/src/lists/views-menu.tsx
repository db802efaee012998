/** How a list is looked at, in one menu: the views that are kept of it, its order, its columns. */
import { Button, Menu } from '@mantine/core'
import { type ListWithViews, t } from '@munim/contract'
import { IconBookmark, IconCheck, IconChevronDown, IconPencil, IconPlus } from '@tabler/icons-react'
import type { Column } from '../widgets/column.ts'
import { EditViews, KeepView } from './edit-views.tsx'
import type { Look } from './use-look.ts'
import { useViews } from './use-views.ts'
import styles from './views-menu.module.css'

type Asked = 'keep' | 'edit'

interface Props<Row> {
  readonly list: ListWithViews
  readonly onAsk: (dialog: Asked) => void
  readonly columns: readonly Column<Row, string>[]
  readonly look: Look<Row>
}

export function ViewsMenu<Row>({ list, columns, look, onAsk }: Props<Row>) {
  const { views, shown, show } = useViews(list)
  return (
    <Menu position="bottom-end" offset={6} width={232} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          aria-label={shown ? t('Views: {name}', { name: shown.name }) : t('Views')}
          leftSection={<IconBookmark size={16} stroke={1.6} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden />}
        >
          <span className={`mu-cut ${styles.name}`}>{shown?.name ?? t('Views')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu!}>
        {views.length > 0 && <Menu.Label>{t('Kept views')}</Menu.Label>}
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            onClick={() => show(view)}
            aria-current={view.id === shown?.id}
            rightSection={view.id === shown?.id && <IconCheck size={14} stroke={2} aria-hidden />}
          >
            {view.name}
            {view.isDefault && <span className="mu-note mu-after-6">{t('opens first')}</span>}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onAsk('keep')} leftSection={<IconPlus size={14} stroke={2} />}>
          {t('Keep this view')}
        </Menu.Item>
        {views.length > 0 && (
          <Menu.Item onClick={() => onAsk('edit')} leftSection={<IconPencil size={14} stroke={1.8} />}>
            {t('Edit views')}
          </Menu.Item>
        )}
        <Orders columns={columns} look={look} />
        <Columns look={look} />
      </Menu.Dropdown>
    </Menu>
  )
}

interface DialogProps {
  readonly list: ListWithViews
  readonly is: Asked
  readonly onClose: () => void
}

/** What the menu opens is not in it: a phone that is turned has the menu in another place. */
export function ViewsDialog({ list, is, onClose }: DialogProps) {
  const { views, query } = useViews(list)
  const parts = { list, views, onClose }
  return is === 'keep' ? <KeepView {...parts} query={query} /> : <EditViews {...parts} />
}

/** On a phone there are no heads of columns to sort by. */
function Orders<Row>({ columns, look: { sorting } }: Pick<Props<Row>, 'columns' | 'look'>) {
  if (sorting === null) return null
  const orders = columns.flatMap(({ sort }) => (sort ? [sort.down, sort.up] : []))
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('Order')}</Menu.Label>
      <Menu.RadioGroup value={sorting.order} onChange={sorting.onSort}>
        {orders
          .filter(({ word }) => sorting.words.includes(word))
          .map(({ word, name }) => (
            <Menu.RadioItem key={word} value={word}>
              {name}
            </Menu.RadioItem>
          ))}
      </Menu.RadioGroup>
    </>
  )
}

function Columns<Row>({ look: { choosable, hidden, hide } }: Pick<Props<Row>, 'look'>) {
  if (choosable.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('Columns')}</Menu.Label>
      {choosable.map(({ title, word }) => (
        <Menu.CheckboxItem
          key={word}
          checked={!hidden.includes(word)}
          closeMenuOnClick={false}
          onChange={(isShown) => hide(isShown ? hidden.filter((each) => each !== word) : [...hidden, word])}
        >
          {title}
        </Menu.CheckboxItem>
      ))}
    </>
  )
}

/**
 * What the first screen does not need and nearly every act and other screen does: one file (panel/build/chunks.ts), fetched once
 * the shell is shown, or when a part of it is asked for.
 */
import '../lists/list-screen.tsx'
import '../widgets/facts.tsx'
import '../widgets/record-page.tsx'
import '../widgets/status.tsx'
import '../widgets/tab-list.tsx'

export { AccountMenu } from './account-menu.tsx'
export { BellPopover } from './bell/bell-popover.tsx'
export { FactorQuestion } from './factor-question.tsx'
export { FindAnything } from './find/find-anything.tsx'
export { NewDevice } from './new-device.tsx'
export { SidebarDrawer } from './sidebar-drawer.tsx'

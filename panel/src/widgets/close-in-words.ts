/** What shuts a dialog or a drawer: of a key of its own, as other languages have another word for the half of a draw. */
import { t } from '@munim/contract'

export const closeInWords = (): string => t('{what, select, other {Close}}', { what: 'dialog' })

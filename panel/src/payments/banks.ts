/** The banks whose files are written, by name. */
import { type BankFormat, msg } from '@munim/contract'

export const BANKS: Readonly<Record<BankFormat, string>> = {
  hdfc: msg('HDFC Bank (ENet)'),
  icici: msg('ICICI Bank (CIB)'),
  sbi: msg('State Bank of India (CMP)'),
  axis: msg('Axis Bank'),
  other: msg('Another bank (plain list)'),
}

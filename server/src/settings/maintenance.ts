/** While the platform is under maintenance players can only look. */
import { Refusal } from '../refusal.ts'

/** The two settings, as they are stored. */
export interface Maintenance {
  readonly maintenance: boolean
  /** '' for our own sentence. */
  readonly maintenance_message: string
}

export function checkMaintenance({ maintenance, maintenance_message: message }: Maintenance): void {
  if (maintenance) throw new Refusal(403, message || 'The platform is under maintenance')
}

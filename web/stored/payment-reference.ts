/** Stores the reference and time of the last top-up that this browser began. */
import { keepStored } from '#web/lib/browser-storage.ts'

export const REFERENCE = 'last_payment_reference'
export const TIME = 'last_payment_time'

export function forgetReference(): void {
  keepStored('local', REFERENCE, null)
  keepStored('local', TIME, null)
}

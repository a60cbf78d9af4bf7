import { keepStored, readStored } from '#web/lib/browser-storage.ts'

const PENDING = 'boarding_pending'

/** Is something waiting to be sent? Answers without opening the database. */
export function mayHavePendingScans(): boolean {
  return readStored('local', PENDING) !== null
}

export function keepPendingMark(pending: boolean): void {
  keepStored('local', PENDING, pending ? '1' : null)
}

import { keepStored, readStored } from '#web/lib/browser-storage.ts'

const PENDING = 'boarding_pending'

/** Whether there can be unsent scans; a flag says it without opening IndexedDB. */
export function mayHavePendingScans(): boolean {
  return readStored('local', PENDING) !== null
}

export function keepPendingMark(pending: boolean): void {
  keepStored('local', PENDING, pending ? '1' : null)
}

import { keepStored, readStored } from '#web/lib/browser-storage.ts'

const PENDING = 'boarding_pending'

/**
 * Returns whether there can be unsent scans. Reads a flag in `localStorage`, so that IndexedDB need
 * not be opened.
 */
export function mayHavePendingScans(): boolean {
  return readStored('local', PENDING) !== null
}

export function keepPendingMark(pending: boolean): void {
  keepStored('local', PENDING, pending ? '1' : null)
}

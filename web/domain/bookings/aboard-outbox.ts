/** "Ya voy a bordo" without a network: waits on this device, and counts once it is received. */
import { useSyncExternalStore } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { isFinal } from '#web/lib/api-error.ts'
import { keepStored, readStored, storedKeys } from '#web/lib/browser-storage.ts'

const PREFIX = 'aboard:'
const listeners = new Set<() => void>()

function keep(bookingId: string, waits: boolean): void {
  keepStored('local', PREFIX + bookingId, waits ? '1' : null)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Does what was said of this booking wait for a network? */
export function useAboardWaits(bookingId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readStored('local', PREFIX + bookingId) !== null,
    () => false,
  )
}

/** Sends it, or leaves it waiting for a network. Throws the error in either case. */
export async function sayAboard(bookingId: string): Promise<{ booking: BookingView }> {
  keep(bookingId, true)
  try {
    const answer = await api.bookings.sayAboard({ params: { bookingId }, body: {} })
    keep(bookingId, false)
    return answer
  } catch (error) {
    if (isFinal(error)) keep(bookingId, false)
    throw error
  }
}

/** Takes back what was not sent yet. */
export function dropAboard(bookingId: string): void {
  keep(bookingId, false)
}

/** Sends what waits. A repeat counts from the first one that was received. */
export async function sendAboard(): Promise<void> {
  for (const key of storedKeys('local', PREFIX)) {
    await sayAboard(key.slice(PREFIX.length)).catch(() => undefined)
  }
}

/** Call on sign-out: somebody else may use this device next. */
export function forgetAboard(): void {
  for (const key of storedKeys('local', PREFIX)) dropAboard(key.slice(PREFIX.length))
}

/** "Ya voy a bordo" reports made without a network. They take effect on arrival at the server. */
import { useSyncExternalStore } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { isFinal, messageOf } from '#web/lib/api-error.ts'
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

/** Returns whether a report for this booking waits for a network. */
export function useAboardWaits(bookingId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readStored('local', PREFIX + bookingId) !== null,
    () => false,
  )
}

/** Sends the report, or stores it until there is a network. Throws the error in either case. */
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

export function dropAboard(bookingId: string): void {
  keep(bookingId, false)
}

/**
 * Sends the stored reports. After a repeat, the time of the first received report counts. Returns
 * those that the server refused, which are not stored any more, with its sentence.
 */
export async function sendAboard(): Promise<{ bookingId: string; words: string }[]> {
  const refused: { bookingId: string; words: string }[] = []
  for (const key of storedKeys('local', PREFIX)) {
    const bookingId = key.slice(PREFIX.length)
    await sayAboard(bookingId).catch((error: unknown) => {
      if (isFinal(error)) refused.push({ bookingId, words: messageOf(error) })
    })
  }
  return refused
}

/** Number of reports that wait for a network. */
export const countAboard = (): number => storedKeys('local', PREFIX).length

/** Deletes the stored reports. Call on sign-out: somebody else can use this device next. */
export function forgetAboard(): void {
  for (const key of storedKeys('local', PREFIX)) dropAboard(key.slice(PREFIX.length))
}

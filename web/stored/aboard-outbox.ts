/**
 * "Ya voy a bordo" reports made without a network, with their passenger's id. They take effect on
 * arrival at the server.
 */
import { useSyncExternalStore } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { isFinal, messageOf } from '#web/lib/api-error.ts'
import { keepStored, readStored, storedKeys } from '#web/lib/browser-storage.ts'

const PREFIX = 'aboard:'
/** The value of reports that an older version stored, without their passenger. */
const OF_ANYBODY = '1'
const listeners = new Set<() => void>()

function keep(bookingId: string, ownerId: string | null): void {
  keepStored('local', PREFIX + bookingId, ownerId)
  for (const listener of listeners) listener()
}

const ownerOf = (bookingId: string) => readStored('local', PREFIX + bookingId)

/** The bookings with a stored report, of anybody. */
const waiting = () => storedKeys('local', PREFIX).map((key) => key.slice(PREFIX.length))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether a report for this booking waits for a network. */
export function useAboardWaits(bookingId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => ownerOf(bookingId) !== null,
    () => false,
  )
}

/** Sends the report, or stores it until there is a network. Throws the error in either case. */
export async function sayAboard(
  bookingId: string,
  ownerId: string,
): Promise<{ booking: BookingView }> {
  keep(bookingId, ownerId)
  try {
    const answer = await api.bookings.sayAboard({ params: { bookingId }, body: {} })
    keep(bookingId, null)
    return answer
  } catch (error) {
    if (isFinal(error)) keep(bookingId, null)
    throw error
  }
}

export function dropAboard(bookingId: string): void {
  keep(bookingId, null)
}

/**
 * Sends the stored reports of a passenger. After a repeat, the time of the first received report
 * counts. Returns those that are not stored any more; `refusal`: the sentence of the server.
 */
export async function sendAboard(
  ownerId: string,
): Promise<{ bookingId: string; refusal: string | null }[]> {
  const sent: { bookingId: string; refusal: string | null }[] = []
  for (const bookingId of waiting()) {
    const owner = ownerOf(bookingId)
    if (owner !== ownerId && owner !== OF_ANYBODY) continue
    await sayAboard(bookingId, ownerId).then(
      () => sent.push({ bookingId, refusal: null }),
      (error: unknown) => {
        if (isFinal(error)) sent.push({ bookingId, refusal: messageOf(error) })
      },
    )
  }
  return sent
}

/** Number of reports that wait for a network. */
export const countAboard = (): number => waiting().length

/** Deletes the stored reports of everybody but `keeper`; returns how many. */
export function forgetAboard(keeper: string | null): number {
  const gone = waiting().filter((bookingId) => ownerOf(bookingId) !== keeper)
  for (const bookingId of gone) dropAboard(bookingId)
  return gone.length
}

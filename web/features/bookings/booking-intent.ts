import { keepStored } from '#web/lib/browser-storage.ts'
import { readStoredJson } from '#web/lib/stored-json.ts'
import type { BookPlan } from './book-plan.ts'

/**
 * "Recargar y reservar" is one confirmation: on return from the gateway, this booking at this price
 * is made without asking again. The intent is in `sessionStorage`, never in the address: a link
 * must not be able to book.
 */
type Intent = { request: string; at: number }

/** Lifetime of an intent: a bank transfer takes minutes. Later the person must confirm again. */
const GOOD_MS = 30 * 60_000

const nameOf = (plan: BookPlan) => `book-intent:${plan.trip.id}`

/** Body of the booking, without `keepId`. */
export function bookingRequest({ segment, seats, mode, total, points }: BookPlan) {
  return {
    fromStopId: segment.fromStopId,
    toStopId: segment.toStopId,
    seats,
    paymentMode: mode,
    expectedPrice: total,
    ...(points.from && { fromPointId: points.from.id }),
    ...(points.to && { toPointId: points.to.id }),
  }
}

export function rememberIntent(plan: BookPlan, now: number = Date.now()): void {
  const intent: Intent = { request: JSON.stringify(bookingRequest(plan)), at: now }
  keepStored('session', nameOf(plan), JSON.stringify(intent))
}

export function forgetIntent(plan: BookPlan): void {
  keepStored('session', nameOf(plan), null)
}

/** Was exactly this booking confirmed before paying? After any change the person confirms again. */
export function isIntended(plan: BookPlan, now: number = Date.now()): boolean {
  const kept = readStoredJson<Intent>('session', nameOf(plan))
  if (!kept || now - kept.at >= GOOD_MS) return false
  return kept.request === JSON.stringify(bookingRequest(plan))
}

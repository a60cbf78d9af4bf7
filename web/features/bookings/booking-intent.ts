import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import type { BookPlan } from './book-plan.ts'

/**
 * "Recargar y reservar" is one decision: whoever comes back from the gateway with the money has
 * already said yes to this booking at this price. It is kept in the tab, never in the address: a
 * link must not be able to book.
 */
type Intent = { request: string; at: number }

/** A bank transfer takes minutes; after this the person is asked again. */
const GOOD_MS = 30 * 60_000

const nameOf = (plan: BookPlan) => `book-intent:${plan.trip.id}`

/** What a booking asks of the server, without the seats kept for it. */
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

/** Whether just this booking was confirmed before paying; any change of it asks again. */
export function isIntended(plan: BookPlan, now: number = Date.now()): boolean {
  try {
    const kept = JSON.parse(readStored('session', nameOf(plan)) ?? 'null') as Intent | null
    if (!kept || now - kept.at >= GOOD_MS) return false
    return kept.request === JSON.stringify(bookingRequest(plan))
  } catch {
    return false
  }
}

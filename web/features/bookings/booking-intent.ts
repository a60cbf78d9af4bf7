import { deviceNow } from '#web/lib/clock.ts'
import { keepIntent, readIntent } from '#web/shared/bookings/paid-intent.ts'
import type { BookPlan } from './book-plan.ts'

/** Body of the booking of both parts of a trip with one change. */
export function connectionRequest({ trip, segment, change, seats, total, points }: BookPlan) {
  const part = (tripId: string, { fromStopId, toStopId }: BookPlan['segment']) => {
    return { tripId, fromStopId, toStopId }
  }
  if (!change) return null
  const second = part(change.trip.id, change.segment)
  return {
    parts: [part(trip.id, segment), second] as [typeof second, typeof second],
    changePointId: change.point.id,
    seats,
    expectedPrice: total,
    ...(points.from && { fromPointId: points.from.id }),
    ...(points.to && { toPointId: points.to.id }),
  }
}

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

const textOf = (plan: BookPlan) => JSON.stringify(connectionRequest(plan) ?? bookingRequest(plan))

/** Stores that this plan is confirmed, so that it is booked on return from the gateway. */
export function rememberIntent(plan: BookPlan, now: number = deviceNow()): void {
  keepIntent(plan.trip.id, textOf(plan), now)
}

export function forgetIntent({ trip }: BookPlan): void {
  keepIntent(trip.id, null, 0)
}

/** Was exactly this booking confirmed before paying? After any change the person confirms again. */
export function isIntended(plan: BookPlan, now: number = deviceNow()): boolean {
  return readIntent(plan.trip.id, now) === textOf(plan)
}

// Change of segment in the booking model.

import { answerDue } from '#server/modules/travel/trips/answer-due.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import {
  giveBack,
  type Model,
  type ModelBooking,
  type Outcome,
  pickUp,
  share,
  take,
} from './booking-model.ts'

/** Moves a booking to another segment of the trip; its own seats and money count as free. */
export function changeSegment(
  model: Model,
  b: ModelBooking,
  { from, to }: { from: number; to: number },
): Outcome {
  if (b.from === from && b.to === to) return 'ok'
  const { trip, seats } = b
  const boardingOpens = (seq: number) => (trip.at[seq] ?? 0) - 2 * HOUR_MS
  const confirmed = b.status === 'confirmed'
  if (!confirmed && b.status !== 'requested') return 'segment_not_changeable'
  if (model.now >= boardingOpens(b.from) || trip.status === 'cancelled') {
    return 'segment_not_changeable'
  }
  if (confirmed && !trip.instant) return 'segment_not_changeable'
  const ask = { trip, passenger: b.passenger, from, to, seats }
  const refusal = model.refuseBooking(ask)
  if (refusal) return refusal
  if (model.now >= boardingOpens(from)) return 'segment_not_changeable'
  const declared = [from, to].every((seq) => trip.declared.includes(seq))
  if (confirmed && !declared) return 'segment_not_changeable'
  const fare = trip.price(from, to) * seats
  if (fare < b.fare && !model.leavesFree(b)) return 'segment_not_changeable'
  if (model.isElsewhere(ask)) return 'overlapping_booking'
  if (!model.fits(ask, { ...b, until: 0, open: true })) return 'seats_unavailable'
  if (!b.direct && model.free(b.passenger) + b.fare < fare) return 'insufficient_funds'
  const [before, after] = [share(b.fare), share(fare)]
  if (b.direct && confirmed && model.free(trip.driver) + before < after) {
    return 'driver_balance_low'
  }
  if (!b.direct) model.wallet(b.passenger).held += fare - b.fare
  else if (confirmed) model.wallet(trip.driver).held += after - before
  giveBack(b)
  take(ask)
  const refundsFrom = Math.min(b.refundsFrom ?? pickUp(b), pickUp(b))
  Object.assign(b, { from, to, fare, refundsFrom })
  if (!confirmed) {
    b.expiresAt = answerDue(new Date(model.now), new Date(pickUp(b))).getTime()
  }
  return 'ok'
}

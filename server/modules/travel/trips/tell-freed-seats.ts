import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import type { TripFacts } from './trip.ts'

/** Job that finds the alerts that match a trip; a module on a higher layer handles it. */
export const MATCH_ALERTS_JOB = 'alerts.match-trip'

/** Seats of a published trip that can be booked again, on the legs `fromSeq` to `toSeq`. */
type FreedSeats = {
  tripId: string
  fromSeq: number
  toSeq: number
  seats: number
  /** The person who gave the seats up, who is not told. */
  by: string
  /** Id of the event that freed the seats; each event is told once. */
  causeId: string
}

/** Enqueues a job that tells people who wait for a seat on these legs after the caller's commit. */
export async function tellFreedSeats(
  tx: Tx,
  clock: Clock,
  { tripId, causeId, ...freed }: FreedSeats,
): Promise<void> {
  const { fromSeq, toSeq } = freed
  const payload = { tripId, freed: { ...freed, at: clock.now().toISOString() } }
  const key = `seats-freed:${causeId}:${fromSeq}-${toSeq}`
  await enqueue(tx, clock, { name: MATCH_ALERTS_JOB, payload, key })
}

/** Works as `tellFreedSeats` when the driver offers more seats of the trip than before. */
export async function tellMoreSeats(
  tx: Tx,
  clock: Clock,
  { id: tripId, places, driverId: by, seats: before }: TripFacts,
  offer: { seats: number },
): Promise<void> {
  const { seats } = offer
  if (seats <= before) return
  const whole = { fromSeq: 0, toSeq: places.length - 1, seats: seats - before }
  await tellFreedSeats(tx, clock, { tripId, ...whole, by, causeId: newId() })
}

/**
 * Enqueues a job that tells people whom a trip fits only now: its stops, prices, places on the
 * road, payment modes, way to book or audience changed.
 */
export async function tellOtherOffer(tx: Tx, clock: Clock, tripId: string): Promise<void> {
  const cause = newId()
  const key = `offer-changed:${cause}`
  await enqueue(tx, clock, { name: MATCH_ALERTS_JOB, payload: { tripId, cause }, key })
}

import type { z } from 'zod'
import type { EditBody, TripView } from '#contract/trips.ts'
import {
  assertPriceAllowed,
  cumulatePrices,
  quoteTrip,
  splitSeatPrice,
  type TripQuote,
} from '#server/domains/pricing/pricing.public.ts'
import { lockUser } from '#server/domains/users/users.public.ts'
import { findVehicles } from '#server/domains/verification/verification.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { assertCanDrive, assertMoment, assertNotes } from './driving-rules.ts'
import {
  hasActiveBookings,
  lockTrip,
  resizeTrip,
  updateOffer,
  updateQuote,
  updateTerms,
} from './edit-trip.queries.ts'
import { showTrip } from './show-trip.ts'
import { placeAt, type TripFacts } from './trip.ts'
import { findTripFacts } from './trips.queries.ts'

export type EditTrip = z.output<typeof EditBody>

/** What changes of an offer, with the quote that allows it. */
type NewOffer = {
  departsAt: Date
  arrivesAt: Date
  seats: number
  seatPrice: number
  legPrices: number[] | undefined
  /** The moment or the price is another one: only while nobody has booked. */
  isOther: boolean
  /** The roads lead through the same places as when it was published. */
  sameWay: boolean
  quote: TripQuote
}

/**
 * Changes a published trip before it departs. Notes, preferences and how people book at any time;
 * seats down to those sold; moment and price only while nobody has booked.
 * Errors: those of the contract's `trips.edit`.
 */
export async function editTrip(
  deps: Deps,
  driverId: string,
  tripId: string,
  changes: EditTrip,
): Promise<TripView> {
  if (changes.notes) assertNotes(changes.notes)
  const before = await findTripFacts(deps.db, tripId)
  assertEditable(deps, before, driverId)
  // Prices may ask the routing service, which has no place inside a transaction.
  const offer = await planOffer(deps, before, changes)
  await inTransaction(deps.db, async (tx) => {
    if (offer?.isOther) await assertMayDriveThen(deps, tx, before, offer)
    await lockTrip(tx, tripId)
    const trip = await findTripFacts(tx, tripId)
    assertEditable(deps, trip, driverId)
    if (trip.revision !== before.revision || trip.seats !== before.seats) throw new AppError('busy')
    if (offer) await writeOffer(tx, trip, offer)
    await updateTerms(tx, {
      tripId,
      seats: offer?.seats ?? trip.seats,
      instant: changes.instant ?? trip.instant,
      enRoutePickups: changes.enRoutePickups ?? trip.enRoutePickups,
      preferences: changes.preferences ?? trip.preferences,
      notes: changes.notes === undefined ? trip.notes : changes.notes || null,
    })
  })
  return showTrip(deps, driverId, tripId, {})
}

function assertEditable(
  deps: Pick<Deps, 'clock'>,
  trip: TripFacts | undefined,
  driverId: string,
): asserts trip is TripFacts {
  if (trip?.driverId !== driverId) throw new AppError('trip_not_found')
  const departed = trip.departsAt <= deps.clock.now()
  if (trip.status !== 'published' || departed) throw new AppError('trip_not_editable')
}

/** Undefined when neither moment nor price nor seats change. */
async function planOffer(
  deps: Deps,
  trip: TripFacts,
  changes: EditTrip,
): Promise<NewOffer | undefined> {
  const departsAt = changes.departsAt ? new Date(changes.departsAt) : trip.departsAt
  const { seats = trip.seats, seatPrice = trip.seatPrice, legPrices } = changes
  const moves = departsAt.getTime() !== trip.departsAt.getTime()
  const isOther = moves || seatPrice !== trip.seatPrice || legPrices !== undefined
  if (!isOther && seats === trip.seats) return undefined
  if (moves) assertMoment(deps, departsAt)
  if (seats > trip.seats) await assertFits(deps, trip, seats)
  const stops = trip.declaredSeqs.map((seq) => placeAt(trip, seq).placeId)
  const { route, quote } = await quoteTrip(deps, { stops, departsAt, seats })
  // With fewer to share the cost the ceiling only rises: nobody has to pay more for that.
  if (isOther || seats > trip.seats) assertPriceAllowed(quote, { seatPrice, legPrices })
  const took = trip.arrivesAt.getTime() - trip.departsAt.getTime()
  const arrivesAt = new Date(departsAt.getTime() + took)
  const way = route.places.map((place) => place.placeId)
  const sameWay = way.join() === trip.places.map((place) => place.placeId).join()
  return { departsAt, arrivesAt, seats, seatPrice, legPrices, isOther, sameWay, quote }
}

async function assertFits(deps: Deps, trip: TripFacts, seats: number): Promise<void> {
  const vehicle = (await findVehicles(deps.db, [trip.vehicleId])).get(trip.vehicleId)
  assert(vehicle, 'a trip has a vehicle')
  if (seats > vehicle.seats - 1) throw new AppError('trip_seats_exceed_vehicle')
}

/** As when it was published: papers, other drives and the day's cap, without this trip. */
async function assertMayDriveThen(
  deps: Deps,
  tx: Tx,
  trip: TripFacts,
  { departsAt, arrivesAt }: NewOffer,
): Promise<void> {
  const { driverId, vehicleId } = trip
  await lockUser(tx, driverId)
  const [from, to] = [placeAt(trip, 0), placeAt(trip, trip.places.length - 1)]
  const drive = { departsAt, arrivesAt, from, to }
  await assertCanDrive(deps, tx, { driverId, vehicleId, drive, except: trip.id })
}

async function writeOffer(tx: Tx, trip: TripFacts, offer: NewOffer): Promise<void> {
  const { id: tripId } = trip
  if (offer.seats !== trip.seats && !(await resizeTrip(tx, { tripId, seats: offer.seats }))) {
    throw new AppError('seats_below_sold')
  }
  if (!offer.isOther) return updateQuote(tx, tripId, offer.quote)
  if (await hasActiveBookings(tx, tripId)) throw new AppError('trip_has_bookings')
  const priceCumulative = pricesOf(trip, offer)
  await updateOffer(tx, { tripId, ...offer, priceCumulative })
}

/** Prices per leg stay when only the moment changes. */
function pricesOf(trip: TripFacts, offer: NewOffer): number[] {
  const { seatPrice, legPrices, quote } = offer
  if (seatPrice === trip.seatPrice && !legPrices) return trip.priceCumulative
  const { costCumulative, legs } = quote
  if (!offer.sameWay) throw new AppError('trip_not_editable')
  return cumulatePrices({
    declaredSeqs: trip.declaredSeqs,
    legPrices: legPrices ?? splitSeatPrice(seatPrice, legs),
    costCumulative,
  })
}

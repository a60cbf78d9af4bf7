import type { z } from 'zod'
import { seatsToOffer } from '#contract/limits.ts'
import type { EditBody } from '#contract/trip-changes.ts'
import { ShownTerms, type TripTerms } from '#contract/trips.ts'
import { lockUser, requireWoman } from '#server/modules/people/users/index.ts'
import { findVehicles } from '#server/modules/people/verification/index.ts'
import { type PlannedRoute, replanRoute } from '#server/modules/roads/places/index.ts'
import {
  assertPriceAllowed,
  cumulatePrices,
  priceRoute,
  splitSeatPrice,
  type TripQuote,
} from '#server/modules/roads/pricing/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert, refusalOf } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import {
  assertCanDrive,
  assertDirectBalance,
  assertMoment,
  assertNotes,
  assertRoom,
} from './driving-rules.ts'
import { changedPoints, type PlannedStop, planStops } from './edit-stops.ts'
import {
  lockTrip,
  raiseRevision,
  resizeTrip,
  updateOffer,
  updateQuote,
  updateTerms,
} from './edit-trip.queries.ts'
import { findSeatState } from './seats.queries.ts'
import { assertSharesCost, rangeWithSold, type SoldSeats } from './shared-cost.ts'
import { tellMoreSeats, tellOtherOffer } from './tell-freed-seats.ts'
import { endsOf, type TripFacts } from './trip.ts'
import { rewritePoints } from './trip-points.ts'
import { findTripFacts, termKeys } from './trips.queries.ts'

export type EditTrip = z.output<typeof EditBody>

/** A changed offer, with the quote that allows it. */
type NewOffer = {
  departsAt: Date
  arrivesAt: Date
  seats: number
  seatPrice: number
  legPrices: number[] | undefined
  /** Whether the price of a seat is distributed over the legs again. */
  spreads: boolean
  /** Positions of the stops on the corridor. */
  declaredSeqs: number[]
  /** Whether departure, price or stops change, which increments the revision. */
  isOther: boolean
  /** Whether stops are added, or a price falls on a leg: the trip can fit people who wait. */
  fitsMore: boolean
  /** Whether the route passes the same places as when the trip was published. */
  sameWay: boolean
  quote: TripQuote
}

/** An edit, validated as far as possible without a lock. */
export type PlannedEdit = {
  driverId: string
  changes: EditTrip
  /** The trip that the edit was planned on. */
  before: TripFacts
  /** Undefined when neither departure, price, seats nor stops change. */
  offer: NewOffer | undefined
  /** All stops with their meeting points; undefined when they stay as they are. */
  stops: PlannedStop[] | undefined
}

/**
 * Plans an edit, with the prices that today's costs allow. Call it outside a transaction, because
 * it can call the routing service.
 * Errors: those of the contract's `tripChanges.edit` that do not concern bookings.
 */
export async function planEdit(
  deps: Deps,
  driver: ActorId,
  { tripId, ...changes }: EditTrip & { tripId: string },
): Promise<PlannedEdit> {
  if (changes.notes) assertNotes(changes.notes)
  const before = await findEditable(deps, driver, { tripId })
  assertRoom(changes.seats ?? before.seats, changes.preferences ?? before.preferences)
  const stops = changes.stops && planStops(before, changes.stops)
  const offer = await planOffer(deps, before, changes, stops)
  return { driverId: driver.userId, changes, before, offer, stops }
}

/**
 * Locks the trip and its seats until the transaction ends.
 * Errors: `trip_not_found`, `trip_not_editable`, `trip_seats_exceed_vehicle`, `busy`, and those
 * about driving at another time.
 */
export async function lockForEdit(deps: Deps, tx: Tx, plan: PlannedEdit): Promise<TripFacts> {
  const { driverId, before, offer, changes } = plan
  if (offer?.isOther) await assertMayDriveThen(deps, tx, before, offer)
  await lockTrip(tx, before.id)
  const trip = await findTripFacts(tx, before.id)
  assertEditable(deps, trip, driverId)
  if (trip.revision !== before.revision || trip.seats !== before.seats) throw new AppError('busy')
  // Another session may have changed the seats or "dos atrás" since they were read.
  assertRoom(changes.seats ?? trip.seats, changes.preferences ?? trip.preferences)
  return trip
}

/**
 * Writes the edit of a trip that the caller has locked, with its open bookings, which the caller
 * moves. Errors: `seats_below_sold`, `price_above_ceiling`, `publish_balance_required`,
 * `debt_open`, `trip_not_editable`.
 */
export async function writeEdit(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  trip: TripFacts,
  { changes, offer, stops }: PlannedEdit,
  sold: readonly SoldSeats[],
): Promise<void> {
  const next = { ...trip, ...changedTerms(trip, changes) }
  const used = (await findSeatState(tx, trip.id)).extraStops.length
  if (next.extraMax < Math.min(trip.extraMax, used)) {
    const message = `Ya reservaron en ${used} lugares de tu ruta: no puede ser menos.`
    throw new AppError('trip_has_bookings', { message, fields: { extraMax: message } })
  }
  const addsDirect = next.paymentModes.includes('directo') && !trip.paymentModes.includes('directo')
  if (addsDirect) await assertDirectBalance(tx, trip.driverId)
  if (offer) await writeOffer(tx, trip, offer, sold)
  if (offer) await tellMoreSeats(tx, deps.clock, trip, offer)
  // The guarantee fund pays for no lost seat in whose place the driver offered another one.
  const more = next.seats - trip.seats
  const note = { subjectKind: 'trip', subjectId: trip.id, details: { more } }
  const resized = { at: deps.clock.now(), actorId: trip.driverId, action: 'trip.resized', ...note }
  if (more !== 0) await recordAudit(tx, resized)
  const asksForWomen = next.preferences.womenOnly && !trip.preferences.womenOnly
  if (asksForWomen) await requireWoman(tx, trip.driverId)
  const movesPoints = stops !== undefined && changedPoints(trip, stops).length > 0
  if (stops) await rewritePoints(tx, trip, stops)
  // A booking planned with another meeting point must be planned again.
  const isSoldAnew = soldAs(next) !== soldAs(trip)
  if (offer?.isOther || movesPoints || isSoldAnew) await raiseRevision(tx, trip.id)
  // A trip that only moves is no event (docs/decisions/0077).
  if (offer?.fitsMore || opensTo(trip, next)) await tellOtherOffer(tx, deps.clock, trip.id)
  await updateTerms(tx, trip.id, { ...next, notes: next.notes || null })
}

/** The terms that an edit names. */
function changedTerms(trip: TripFacts, changes: EditTrip): Partial<TripTerms> {
  const { enRoutePickups: old = trip.roadStops !== 'no' } = changes
  const road = old === (trip.roadStops !== 'no') ? undefined : old ? 'ask' : 'no'
  const asked = { ...changes, roadStops: changes.roadStops ?? road }
  return Object.fromEntries(
    termKeys.flatMap((key) => (asked[key] === undefined ? [] : [[key, asked[key]]])),
  )
}

/** What a booking relies on, as text: all but notes, seats and preferences that refuse nobody. */
function soldAs(terms: ShownTerms): string {
  const {
    notes: _notes,
    seats: _seats,
    preferences,
    paymentModes,
    ...rest
  } = ShownTerms.parse(terms)
  const { womenOnly, verifiedOnly } = preferences
  return JSON.stringify([rest, paymentModes.toSorted(), womenOnly, verifiedOnly])
}

const ROAD_STOPS: readonly ShownTerms['roadStops'][] = ['no', 'ask', 'at_once']

/** Whether other terms take people whom those before did not: lists can ask for an audience. */
function opensTo(before: ShownTerms, after: ShownTerms): boolean {
  const [was, is] = [before.preferences, after.preferences]
  return (
    ROAD_STOPS.indexOf(after.roadStops) > ROAD_STOPS.indexOf(before.roadStops) ||
    after.paymentModes.some((mode) => !before.paymentModes.includes(mode)) ||
    (after.instant && !before.instant) ||
    was.womenOnly !== is.womenOnly ||
    was.verifiedOnly !== is.verifiedOnly
  )
}

/** Reads the driver's own editable trip. Errors: `trip_not_found`, `trip_not_editable`. */
export async function findEditable(
  deps: ReadDeps,
  { userId: driverId }: ActorId,
  { tripId }: { tripId: string },
): Promise<TripFacts> {
  const trip = await findTripFacts(deps.db, tripId)
  assertEditable(deps, trip, driverId)
  return trip
}

/**
 * Quotes an edit of the driver's own trip, of which these seats are sold. Errors: `trip_not_found`,
 * `trip_not_editable`.
 */
export async function quoteEdit(
  deps: Deps,
  driver: ActorId,
  { tripId, ...asked }: { tripId: string; departsAt: Date; seats: number },
  sold: readonly SoldSeats[],
): Promise<{ route: PlannedRoute; quote: TripQuote }> {
  const before = await findEditable(deps, driver, { tripId })
  const { route, quote } = await priceAgain(deps, before, asked)
  const edit = { before, seats: asked.seats, costPesos: quote.basis.costTotal }
  return { route, quote: { ...quote, seat: rangeWithSold(quote.seat, edit, sold) } }
}

/** Prices the published route, even if another route is faster today. */
async function priceAgain(
  deps: Deps,
  trip: TripFacts,
  asked: { departsAt: Date; seats: number; declaredSeqs?: number[] },
) {
  const { declaredSeqs = trip.declaredSeqs } = asked
  const placeIds = trip.places.map((place) => place.placeId)
  const route = await replanRoute(deps, { placeIds, declaredSeqs })
  return { route, quote: await priceRoute(deps, route, asked) }
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

async function planOffer(
  deps: Deps,
  trip: TripFacts,
  changes: EditTrip,
  stops: readonly PlannedStop[] | undefined,
): Promise<NewOffer | undefined> {
  const departsAt = changes.departsAt ? new Date(changes.departsAt) : trip.departsAt
  const { seats = trip.seats, seatPrice = trip.seatPrice, legPrices } = changes
  const moves = departsAt.getTime() !== trip.departsAt.getTime()
  const declaredSeqs = stops ? stops.map(({ seq }) => seq) : trip.declaredSeqs
  const stopsElsewhere = declaredSeqs.join() !== trip.declaredSeqs.join()
  const isOther = moves || seatPrice !== trip.seatPrice || legPrices !== undefined || stopsElsewhere
  if (!isOther && seats === trip.seats) return undefined
  if (moves) assertMoment(deps, departsAt)
  if (seats > trip.seats) await assertFits(deps, trip, seats)
  const { route, quote } = await priceAgain(deps, trip, { departsAt, seats, declaredSeqs })
  // Fewer seats only raise the ceiling, so the price is not checked again.
  const isChecked = isOther || seats > trip.seats
  if (isChecked) assertPriceAllowed(quote, { seatPrice, legPrices })
  const keeps = seatPrice === trip.seatPrice && !legPrices && !stopsElsewhere
  const spreads = !keeps || (isChecked && !fitsLegs(trip, quote))
  const took = trip.arrivesAt.getTime() - trip.departsAt.getTime()
  const arrivesAt = new Date(departsAt.getTime() + took)
  const way = route.places.map((place) => place.placeId)
  const sameWay = way.join() === trip.places.map((place) => place.placeId).join()
  const times = { departsAt, arrivesAt }
  const fitsMore =
    seatPrice < trip.seatPrice || legPrices !== undefined || stopsElsewhere || (keeps && spreads)
  const prices = { seatPrice, legPrices, spreads, fitsMore }
  return { ...times, ...prices, seats, declaredSeqs, isOther: isOther || spreads, sameWay, quote }
}

/** Whether a quote allows the prices that the legs of the trip have. */
function fitsLegs({ declaredSeqs, priceCumulative, seatPrice }: TripFacts, quote: TripQuote) {
  const at = declaredSeqs.map((seq) => priceCumulative[seq] ?? 0)
  const legPrices = at.slice(1).map((price, leg) => price - (at[leg] ?? 0))
  return refusalOf(() => assertPriceAllowed(quote, { seatPrice, legPrices })) === null
}

async function assertFits(deps: Deps, trip: TripFacts, seats: number): Promise<void> {
  const vehicle = (await findVehicles(deps.db, [trip.vehicleId])).get(trip.vehicleId)
  assert(vehicle, 'a trip has a vehicle')
  if (seats > seatsToOffer(vehicle.seats)) throw new AppError('trip_seats_exceed_vehicle')
}

/** Applies the checks of publishing: documents, other drives and the daily cap. */
async function assertMayDriveThen(
  deps: Deps,
  tx: Tx,
  trip: TripFacts,
  { departsAt, arrivesAt }: NewOffer,
): Promise<void> {
  const { driverId, vehicleId } = trip
  await lockUser(tx, driverId)
  const drive = { departsAt, arrivesAt, ...endsOf(trip) }
  await assertCanDrive(deps, tx, { driverId, vehicleId, drive, except: trip.id })
}

async function writeOffer(
  tx: Tx,
  trip: TripFacts,
  offer: NewOffer,
  sold: readonly SoldSeats[],
): Promise<void> {
  const { id: tripId } = trip
  if (offer.seats !== trip.seats && !(await resizeTrip(tx, { tripId, seats: offer.seats }))) {
    throw new AppError('seats_below_sold')
  }
  const priceCumulative = pricesOf(trip, offer)
  const limits = { costPesos: offer.quote.basis.costTotal, minPesos: offer.quote.seat.min }
  assertSharesCost({ before: trip, after: { ...offer, priceCumulative }, ...limits }, sold)
  if (!offer.isOther) return updateQuote(tx, tripId, offer.quote)
  await updateOffer(tx, { tripId, ...offer, priceCumulative })
}

/**
 * Keeps the prices per leg when only departure or seats change and the new quote allows them; new
 * stops distribute them again.
 */
function pricesOf(trip: TripFacts, offer: NewOffer): number[] {
  const { seatPrice, legPrices, declaredSeqs, quote } = offer
  if (!offer.spreads) return trip.priceCumulative
  const { costCumulative, legs } = quote
  if (!offer.sameWay) throw new AppError('trip_not_editable')
  return cumulatePrices({
    declaredSeqs,
    legPrices: legPrices ?? splitSeatPrice(seatPrice, legs),
    costCumulative,
  })
}

import { commissionOn } from '#contract/commission.ts'
import { ShownTerms, type TripView } from '#contract/trips.ts'
import { averageOf, findReputation, ratingsIn } from '#server/modules/people/standing/index.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import { findVehicles } from '#server/modules/people/verification/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { answerDue } from './answer-due.ts'
import { findRoadPart, listRoadStops } from './road-stops.queries.ts'
import { refusalOfSeats } from './seat-refusal.ts'
import { findSeatState } from './seats.queries.ts'
import {
  boardingIsOpen,
  bothDeclared,
  fewestSeats,
  placeAt,
  segmentPrice,
  statusOf,
  stopId,
  type TripFacts,
  type TripPlace,
} from './trip.ts'
import { pointsOfTrip, type TripPoints } from './trip-points.ts'
import { tripStateAt } from './trip-state.ts'
import {
  countCompletedTrips,
  findEligibilityRefusal,
  findPauses,
  findTripSigns,
  isConditionInReview,
} from './trips.queries.ts'

export type Viewing = {
  /** Null for a visitor who has not signed in. */
  viewerId: string | null
  /** Ends of the requested part; a missing end means the start or the end of the trip. */
  fromSeq?: number | undefined
  toSeq?: number | undefined
  /** Number of seats that the viewer wants; one by default. */
  seats?: number | undefined
  isPassenger: boolean
  /** The driver sees the plate, and so do passengers with a confirmed seat. */
  plateVisible: boolean
}

/** Presents a trip as this person can see it at this moment. */
export async function presentTrip(
  deps: Pick<Deps, 'clock' | 'config'>,
  reader: Reader,
  facts: TripFacts,
  viewing: Viewing,
): Promise<TripView> {
  const [driver] = await findDriverCards(reader, [facts.driverId])
  const vehicle = (await findVehicles(reader, [facts.vehicleId])).get(facts.vehicleId)
  assert(driver && vehicle, 'a trip without driver or vehicle')
  const { seatsLeft, open, extraStops } = await findSeatState(reader, facts.id)
  const now = deps.clock.now()
  const road = await listRoadStops(reader, facts, now)
  const stopPoints = [...facts.stopPoints, ...road]
  const points = await pointsOfTrip(reader, { ...facts, stopPoints })
  const atOnce = new Set(road.map(({ seq }) => seq))
  const isDriver = viewing.viewerId === facts.driverId
  const last = facts.places.length - 1
  const viewer = isDriver ? 'driver' : viewing.isPassenger ? 'passenger' : 'visitor'
  const { fromSeq = 0, toSeq = last, seats = 1 } = viewing
  const { id, brand, model, color, year } = vehicle
  const plateShown = isDriver || viewing.plateVisible
  const asked = { viewer, fromSeq, toSeq, seats, seatsLeft, open } as const
  const mayEdit = isDriver && facts.status === 'published' && now < facts.departsAt
  // Only the driver is told who paused the trip.
  const pauses = mayEdit && !open ? await findPauses(reader, [facts.id]) : undefined
  const paused = pauses?.get(facts.id) ?? null
  const refusal =
    refusalOfSeats(facts, asked, now) ?? (await refusalOfViewer(reader, facts, viewing))
  return {
    ...ShownTerms.parse(facts),
    id: facts.id,
    status: statusOf(facts),
    driver,
    vehicle: { id, brand, model, color, year, plate: plateShown ? vehicle.plate : null },
    ...presentRoute(facts, seatsLeft, { points, atOnce, extra: new Set(extraStops) }),
    departsAt: facts.departsAt.toISOString(),
    arrivesAt: facts.arrivesAt.toISOString(),
    distanceKm: placeAt(facts, last).km,
    durationMinutes: Math.round((facts.arrivesAt.getTime() - facts.departsAt.getTime()) / 60_000),
    viewer,
    bookingRefusal: refusal?.message ?? null,
    bookingDoor: await doorOf(reader, viewing.viewerId, refusal?.code),
    paused,
    own: isDriver ? await presentOwn(deps, reader, facts) : null,
    can: {
      book: refusal === undefined,
      cancel: mayEdit,
      pause: mayEdit && paused === null,
      resume: mayEdit && paused === 'driver',
      checkIn: isDriver && boardingIsOpen(facts, now),
    },
    segment: await presentSegment(reader, facts, { seatsLeft, viewing, now }),
  }
}

/** What only the driver reads about the trip: where it is, and what one more seat brings. */
async function presentOwn(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  reader: Reader,
  facts: TripFacts,
): Promise<TripView['own']> {
  const signs = await findTripSigns(reader, [facts.id])
  const { seatPrice, finishedAt } = facts
  return {
    state: tripStateAt(facts, signs(facts.id), clock.now()),
    finishedAt: finishedAt?.toISOString() ?? null,
    seatEarns: seatPrice - commissionOn(seatPrice, config.commissionBp),
  }
}

/** Returns why the driver does not take this viewer; a visitor is not checked. */
async function refusalOfViewer(
  reader: Reader,
  { id: tripId, preferences }: TripFacts,
  { viewerId: userId, seats = 1 }: Viewing,
): Promise<AppError | undefined> {
  if (!userId || !(preferences.womenOnly || preferences.verifiedOnly)) return undefined
  const code = await findEligibilityRefusal(reader, { userId, tripId, seats })
  return code ? new AppError(code) : undefined
}

async function doorOf(reader: Reader, userId: string | null, needs: AppError['code'] | undefined) {
  if (!userId || (needs !== 'women_only' && needs !== 'verified_only')) return null
  return { needs, inReview: await isConditionInReview(reader, { userId, needs }) }
}

type Road = { points: TripPoints; atOnce: ReadonlySet<number>; extra: ReadonlySet<number> }

function presentRoute(facts: TripFacts, seatsLeft: number[], road: Road) {
  const corridor = facts.places.map((place) => presentStop(facts, place, road))
  const { declaredSeqs } = facts
  return {
    corridor,
    stops: corridor.filter((stop) => stop.declared),
    legs: declaredSeqs
      .slice(1)
      .map((toSeq, i) => presentLeg(facts, seatsLeft, declaredSeqs[i] ?? 0, toSeq)),
  }
}

function presentLeg(facts: TripFacts, seatsLeft: number[], fromSeq: number, toSeq: number) {
  return {
    fromStopId: stopId(facts.id, fromSeq),
    toStopId: stopId(facts.id, toSeq),
    price: segmentPrice(facts, fromSeq, toSeq),
    seatsLeft: fewestSeats(seatsLeft, fromSeq, toSeq),
  }
}

function presentStop(facts: TripFacts, place: TripPlace, { points, atOnce, extra }: Road) {
  const { seq, at, ...rest } = place
  return {
    id: stopId(facts.id, seq),
    ...rest,
    at: at.toISOString(),
    declared: facts.declaredSeqs.includes(seq),
    atOnce: atOnce.has(seq),
    extra: extra.has(seq),
    point: points.get(seq) ?? null,
  }
}

async function presentSegment(
  reader: Reader,
  facts: TripFacts,
  { seatsLeft, viewing, now }: { seatsLeft: number[]; viewing: Viewing; now: Date },
) {
  if (viewing.fromSeq === undefined && viewing.toSeq === undefined) return null
  const { fromSeq = 0, toSeq = facts.places.length - 1 } = viewing
  const from = placeAt(facts, fromSeq)
  const to = placeAt(facts, toSeq)
  const road = await findRoadPart(reader, facts, { fromSeq, toSeq }, now)
  const needsApproval = !facts.instant || !(road || bothDeclared(facts, fromSeq, toSeq))
  return {
    ...presentLeg(facts, seatsLeft, fromSeq, toSeq),
    departsAt: from.at.toISOString(),
    arrivesAt: to.at.toISOString(),
    km: Math.round((to.km - from.km) * 10) / 10,
    needsApproval,
    answerUntil: needsApproval ? answerDue(now, from.at).toISOString() : null,
  }
}

/** Reads drivers as passengers see them, in the order of the ids. */
export async function findDriverCards(reader: Reader, driverIds: readonly string[]) {
  const ids = [...new Set(driverIds)]
  const people = await findPeople(reader, ids)
  const completed = await countCompletedTrips(reader, ids)
  const standing = await findReputation(reader, ids)
  return ids.map((id) => {
    const person = people.get(id)
    assert(person, 'a driver who is nobody')
    const { stars } = standing(id)
    return {
      id,
      name: person.name,
      photoUrl: person.photo?.small ?? null,
      verified: person.verified,
      tripsCompleted: completed.get(id) ?? 0,
      memberSince: person.memberSince.toISOString(),
      rating: { average: averageOf(stars), count: ratingsIn(stars) },
    }
  })
}

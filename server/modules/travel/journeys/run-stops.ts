import type { StopPoint } from '#contract/trips.ts'
import type { Booking } from '#server/modules/travel/bookings/index.ts'
import type { TripFacts, TripPlace, TripPoints } from '#server/modules/travel/trips/index.ts'
import { type Detour, detourAt, totalDetour } from './detour.ts'
import { orderMeetings, type Point } from './order-meetings.ts'

/** Confirmed bookings, also after check-in, no-show or completion. */
const AGREED = new Set<Booking['status']>(['confirmed', 'checked_in', 'completed', 'no_show'])

function isAgreed(booking: Pick<Booking, 'status'>): boolean {
  return AGREED.has(booking.status)
}

/** Whether the person travels with the trip, as far as is known. */
export function isAboard(booking: Pick<Booking, 'status'>): boolean {
  return isAgreed(booking) && booking.status !== 'no_show'
}

/** Whether a passenger can have arrived, and so may say it and is asked: not before the pick-up. */
export function mayArrive({ picksUpAt }: Pick<Booking, 'picksUpAt'>, now: Date): boolean {
  return now >= picksUpAt
}

/** Lists the stops of the car: declared stops, and stops where somebody gets on or off. */
export function runStops(trip: TripFacts, bookings: readonly Booking[]): TripPlace[] {
  const agreed = bookings.filter(isAgreed)
  const used = new Set(agreed.flatMap(({ fromSeq, toSeq }) => [fromSeq, toSeq]))
  return trip.places.filter(({ seq }) => trip.declaredSeqs.includes(seq) || used.has(seq))
}

/** A meeting at a stop and its passengers; a missing point is still to be agreed. */
export type RunMeeting = { point: StopPoint | null; getsOn: Booking[]; getsOff: Booking[] }

export type RunPlan = {
  /** Stops in driving order, and the meetings at each stop in driving order. */
  stops: { place: TripPlace; meetings: RunMeeting[]; detour: Detour }[]
  detour: Detour
}

type RunFacts = {
  trip: TripFacts
  bookings: readonly Booking[]
  /** Points chosen by the driver. */
  points: TripPoints
  /** Meeting points of each booking, by booking id. */
  meetings: ReadonlyMap<string, TripPoints>
}

/**
 * Plans the stops and the meetings at each, in the order of the shortest route that keeps the
 * corridor and lets every passenger get on before getting off; and computes the detour of the
 * meeting points. A passenger without a point is met at the seat of the municipality.
 */
export function planRun({ trip, bookings, points, meetings: own }: RunFacts): RunPlan {
  const agreed = bookings.filter(isAgreed)
  const places = runStops(trip, agreed)
  const visits = places.flatMap((place) => {
    const meetings = meetingsAt(place.seq, agreed, { points, own })
    // A stop where nobody gets on or off is still on the route.
    return (meetings.length > 0 ? meetings : [null]).map((meeting, row) => {
      return { id: `${place.seq}.${row}`, place, meeting }
    })
  })
  const way = orderMeetings(
    visits.map(({ id, place, meeting }) => {
      const { lat, lng } = meeting?.point ?? place
      const boarded = visits.filter((visit) => visit.meeting?.getsOn.some(leavesAt(meeting)))
      return { id, rank: place.seq, lat, lng, after: boarded.map((visit) => visit.id) }
    }),
  )
  const inOrder = way?.order.flatMap(({ id }) => visits.filter((visit) => visit.id === id))
  const stops = places.map((place) => {
    const here = (inOrder ?? visits).filter((visit) => visit.place === place)
    const meetings = here.flatMap(({ meeting }) => meeting ?? [])
    const [before, after] = [trip.places[place.seq - 1], trip.places[place.seq + 1]]
    const met = meetings.map(({ point }): Point => point ?? place)
    return { place, meetings, detour: detourAt({ before, place, meetings: met, after }) }
  })
  return { stops, detour: totalDetour(stops.map(({ detour }) => detour)) }
}

const leavesAt = (meeting: RunMeeting | null) => (booking: Booking) =>
  meeting?.getsOff.includes(booking) ?? false

/**
 * Lists the meetings of a stop: one at the driver's point, or one per point that passengers chose
 * and one for the others. At most eight: four seats get off and four get on.
 */
function meetingsAt(
  seq: number,
  agreed: readonly Booking[],
  { points, own }: { points: TripPoints; own: RunFacts['meetings'] },
): RunMeeting[] {
  const ofDriver = points.get(seq)
  const moving = agreed.filter((each) => each.fromSeq === seq || isLeaving(each, seq))
  const pointOf = (booking: Booking) => own.get(booking.id)?.get(seq) ?? null
  const groups = ofDriver ? [moving] : Map.groupBy(moving, (each) => pointOf(each)?.id).values()
  return [...groups].map((group) => ({
    point: ofDriver ?? (group[0] ? pointOf(group[0]) : null),
    getsOn: group.filter(({ fromSeq }) => fromSeq === seq),
    getsOff: group.filter((each) => isLeaving(each, seq)),
  }))
}

/** Whether the passenger gets off here; passengers who did not come do not. */
function isLeaving({ toSeq, status }: Booking, seq: number): boolean {
  return toSeq === seq && status !== 'no_show'
}

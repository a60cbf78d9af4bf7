import { BOARDING_OPENS_HOURS } from '#contract/booking-limits.ts'
import type { ShownTerms } from '#contract/trips.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'

/** A place that the trip passes; `seq` is its position on the corridor. */
export type TripPlace = {
  seq: number
  placeId: string
  name: string
  department: string
  lat: number
  lng: number
  /** Time when the car passes the place. */
  at: Date
  /** Distance from the first place in km. */
  km: number
}

export type TripStatus = 'draft' | 'published' | 'in_progress' | 'completed' | 'cancelled'

/**
 * Facts of a trip without its free seats. A change of departure, price, payment modes, way of
 * booking or eligible passengers increments `revision`.
 */
export type TripFacts = ShownTerms & {
  id: string
  driverId: string
  vehicleId: string
  /** Status as stored; `statusOf` also knows what the driver pressed. */
  status: TripStatus
  /** When the driver pressed "Salir", and "Terminar" without undoing it; null if not. */
  startedAt: Date | null
  finishedAt: Date | null
  /** How late the car was at the driver's last credible press, in ms. */
  delayMs: number
  departsAt: Date
  arrivesAt: Date
  /** Why it was cancelled, in words for its passengers. */
  cancelReason?: string | null
  /** Positions of the stops that the driver declared, including the first and the last. */
  declaredSeqs: number[]
  /** Pesos of one seat from the first place to each place. */
  priceCumulative: number[]
  /** Number of changes to the offer; a booking is made on the revision that it read. */
  revision: number
  /** Meeting points of the driver by position; most places have none. */
  stopPoints: { seq: number; safePointId: string }[]
  places: TripPlace[]
}

const STOP_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,2})$/

/** Id of a place on the corridor of a trip. */
export function stopId(tripId: string, seq: number): string {
  return `${tripId}.${seq}`
}

type Part = { tripId: string; fromSeq: number; toSeq: number }

/** The trip of a part, and the ids of the stops at its ends. */
export function partStops({ tripId, fromSeq, toSeq }: Part) {
  return { tripId, fromStopId: stopId(tripId, fromSeq), toStopId: stopId(tripId, toSeq) }
}

/** Address on the site of a part of a trip, and of a number of seats on it. */
export function partPath(part: Part, seats?: number): string {
  const { tripId, fromStopId, toStopId } = partStops(part)
  return `/trips/${tripId}?from=${fromStopId}&to=${toStopId}${seats ? `&seats=${seats}` : ''}`
}

/** Returns the parts of a stop id; undefined for any other text. */
export function parseStopId(id: string): { tripId: string; seq: number } | undefined {
  const [, tripId, seq] = STOP_ID.exec(id) ?? []
  return tripId === undefined || seq === undefined ? undefined : { tripId, seq: Number(seq) }
}

/** Prices of parts of a trip are whole hundreds of pesos. */
const STEP_PESOS = 100

/**
 * Returns the pesos of one seat between two places of the corridor: exact between declared stops,
 * otherwise in proportion to the cost, rounded down to the hundred, and at least one hundred.
 */
export function segmentPrice(
  facts: Pick<TripFacts, 'declaredSeqs' | 'priceCumulative'>,
  fromSeq: number,
  toSeq: number,
): number {
  const from = facts.priceCumulative[fromSeq]
  const to = facts.priceCumulative[toSeq]
  assert(from !== undefined && to !== undefined && fromSeq < toSeq, 'segment outside the trip')
  if (bothDeclared(facts, fromSeq, toSeq)) return to - from
  return Math.max(STEP_PESOS, STEP_PESOS * Math.floor((to - from) / STEP_PESOS))
}

/** Whether the driver declared both ends; otherwise boarding needs the driver's answer. */
export function bothDeclared(
  facts: Pick<TripFacts, 'declaredSeqs'>,
  fromSeq: number,
  toSeq: number,
): boolean {
  return facts.declaredSeqs.includes(fromSeq) && facts.declaredSeqs.includes(toSeq)
}

/** Returns the status that people see: in progress and completed once the driver pressed it. */
export function statusOf(
  facts: Pick<TripFacts, 'status' | 'startedAt' | 'finishedAt'>,
): TripStatus {
  if (facts.status !== 'published') return facts.status
  if (facts.finishedAt) return 'completed'
  return facts.startedAt ? 'in_progress' : 'published'
}

/** Whether the driver uses the run sheet instead of the trip page, from a day before departure. */
export function needsRunSheet(facts: Pick<TripFacts, 'status' | 'departsAt'>, now: Date): boolean {
  const open = facts.status === 'published' || facts.status === 'in_progress'
  return open && now > addMs(facts.departsAt, -DAY_MS)
}

/** When the driver can start the trip and register the passengers of its first stop. */
export function boardingOpensAt({ departsAt }: Pick<TripFacts, 'departsAt'>): Date {
  return addMs(departsAt, -BOARDING_OPENS_HOURS * HOUR_MS)
}

/** Whether passengers can be registered: 2 h before departure until 24 h after arrival. */
export function boardingIsOpen(
  facts: Pick<TripFacts, 'status' | 'departsAt' | 'arrivesAt'>,
  now: Date,
): boolean {
  if (facts.status !== 'published' && facts.status !== 'in_progress') return false
  return now >= boardingOpensAt(facts) && now <= addMs(facts.arrivesAt, DAY_MS)
}

/** Returns the place at a position; a position outside the corridor is a bug of the caller. */
export function placeAt(facts: Pick<TripFacts, 'places'>, seq: number): TripPlace {
  const place = facts.places[seq]
  assert(place, `no place ${seq} on the trip`)
  return place
}

/** The first and the last place of the trip. */
export function endsOf(facts: Pick<TripFacts, 'places'>): { from: TripPlace; to: TripPlace } {
  return { from: placeAt(facts, 0), to: placeAt(facts, facts.places.length - 1) }
}

/** Returns the fewest free seats on any leg between two positions. */
export function fewestSeats(seatsLeft: readonly number[], fromSeq: number, toSeq: number): number {
  return Math.min(...seatsLeft.slice(fromSeq, toSeq))
}

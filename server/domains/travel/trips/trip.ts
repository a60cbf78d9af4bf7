import type { Preferences } from '#contract/trips.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'

/** A place the trip passes; `seq` is its position on the corridor. */
export type TripPlace = {
  seq: number
  placeId: string
  name: string
  department: string
  lat: number
  lng: number
  /** When the car passes. */
  at: Date
  /** From the first place. */
  km: number
}

export type TripStatus = 'draft' | 'published' | 'in_progress' | 'completed' | 'cancelled'

export type PaymentMode = 'billetera' | 'directo'

/**
 * What a trip is, seats left aside. After publication the terms may change until departure; another
 * moment, price, way to pay, way to be accepted or who may book counts `revision` up.
 */
export type TripFacts = {
  id: string
  driverId: string
  vehicleId: string
  /** As stored; `statusAt` also knows whether the car has left. */
  status: TripStatus
  departsAt: Date
  arrivesAt: Date
  seats: number
  /** Pesos of one seat for the whole trip. */
  seatPrice: number
  /** Positions of the stops that the driver declared, first and last included. */
  declaredSeqs: number[]
  /** Pesos of one seat from the first place to each place. */
  priceCumulative: number[]
  paymentModes: PaymentMode[]
  instant: boolean
  enRoutePickups: boolean
  preferences: Preferences
  notes: string | null
  /** Counts the changes of what is sold: a booking is made on the revision that it read. */
  revision: number
  /** Where the driver stops exactly, by position; most places have no such point. */
  stopPoints: { seq: number; safePointId: string }[]
  places: TripPlace[]
}

const STOP_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,2})$/

/** Id of a place on the corridor of a trip. */
export function stopId(tripId: string, seq: number): string {
  return `${tripId}.${seq}`
}

/** The parts of a stop id; undefined when it is none. */
export function parseStopId(id: string): { tripId: string; seq: number } | undefined {
  const [, tripId, seq] = STOP_ID.exec(id) ?? []
  return tripId === undefined || seq === undefined ? undefined : { tripId, seq: Number(seq) }
}

/** Prices of parts of the way are whole hundreds of pesos. */
const STEP_PESOS = 100

/**
 * Pesos of one seat between two places of the corridor: exact between declared stops, else in
 * proportion to the cost, down to the hundred, at least one hundred.
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

/** The status that people see: a published trip is under way from the moment of departure. */
export function statusAt(facts: Pick<TripFacts, 'status' | 'departsAt'>, now: Date): TripStatus {
  return facts.status === 'published' && now >= facts.departsAt ? 'in_progress' : facts.status
}

/** From a day before departure its driver works with the run sheet rather than the trip. */
export function needsRunSheet(facts: Pick<TripFacts, 'status' | 'departsAt'>, now: Date): boolean {
  const open = facts.status === 'published' || facts.status === 'in_progress'
  return open && now > addMs(facts.departsAt, -DAY_MS)
}

/** The driver may register passengers from 2 h before departure until 24 h after arrival. */
export function boardingIsOpen(
  facts: Pick<TripFacts, 'status' | 'departsAt' | 'arrivesAt'>,
  now: Date,
): boolean {
  if (facts.status !== 'published' && facts.status !== 'in_progress') return false
  return now >= addMs(facts.departsAt, -2 * HOUR_MS) && now <= addMs(facts.arrivesAt, DAY_MS)
}

/** The place at a position; a position outside the corridor is a bug of the caller. */
export function placeAt(facts: Pick<TripFacts, 'places'>, seq: number): TripPlace {
  const place = facts.places[seq]
  assert(place, `no place ${seq} on the trip`)
  return place
}

/** Fewest free seats over the legs between two positions. */
export function fewestSeats(seatsLeft: readonly number[], fromSeq: number, toSeq: number): number {
  return Math.min(...seatsLeft.slice(fromSeq, toSeq))
}

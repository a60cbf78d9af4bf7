export type Place = {
  /** DIVIPOLA code. */
  id: string
  name: string
  department: string
  lat: number
  lng: number
  population: number
  aliases: readonly string[]
}

/** A stretch of road between two neighbouring places, for both directions. */
export type Road = { id: string; from: string; to: string; km: number; minutes: number }

/** `forward` charges only drivers from the road's first place to its second. */
export const tollDirections = ['both', 'forward', 'backward'] as const
export type TollDirection = (typeof tollDirections)[number]

/** Toll of category I (cars), valid from a calendar date in Bogotá. */
export type Tariff = {
  validFrom: string
  /** Last day of the price; open when absent. */
  validTo?: string | null
  pesos: number
  /** Source of the price, for people. */
  source?: string
}

export type TollStation = {
  id: string
  name: string
  roadId: string
  direction: TollDirection
  tariffs: readonly Tariff[]
}

export type Network = {
  places: readonly Place[]
  roads: readonly Road[]
  stations: readonly TollStation[]
}

type Point = { lat: number; lng: number }

const EARTH_RADIUS_KM = 6371
const RADIANS = Math.PI / 180

/** Great-circle distance in kilometres (haversine, mean radius of the Earth). */
export function greatCircleKm(a: Point, b: Point): number {
  const dLat = (b.lat - a.lat) * RADIANS
  const dLng = (b.lng - a.lng) * RADIANS
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Returns the newest row in force on the date, if any. */
export function inForceOn<R extends { validFrom: string; validTo?: string | null }>(
  rows: readonly R[],
  date: string,
): R | undefined {
  let newest: R | undefined
  for (const row of rows) {
    if (row.validFrom > date || (row.validTo && row.validTo < date)) continue
    if (newest === undefined || row.validFrom > newest.validFrom) newest = row
  }
  return newest
}

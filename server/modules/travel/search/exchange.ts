import type { z } from 'zod'
import type { DriverJourney, exchange } from '#contract/search-exchange.ts'
import { placesAround, placesByIds } from '#server/modules/roads/places/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { sameHex, sha256Hex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { rememberedDriverCards } from './driver-cards.ts'
import { presentPart } from './find-trips.ts'
import type { FoundRow } from './part-sale.queries.ts'
import { type Around, listAround } from './search.queries.ts'

type ExchangeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'urls'>
const SECOND_MS = 1000

export type JourneySearch = z.output<typeof exchange.driverJourneys.query>

/** The search for trips "around" leaves out trips at no distance; a point on a place is near it. */
const NO_DISTANCE_KM = 0.001

/** Trips that are read; more than the largest `count`, because trips for women are left out. */
const READ_MAX = 300

/**
 * Finds trips near two points for a partner, by the open carpooling standard: the earliest first.
 * Errors: `unauthenticated` without the key of a partner.
 */
export async function findJourneys(
  deps: ExchangeDeps,
  key: string | undefined,
  query: JourneySearch,
): Promise<DriverJourney[]> {
  const partner = partnerOf(deps, key)
  const at = new Date(query.departureDate * SECOND_MS)
  const deltaMs = query.timeDelta * SECOND_MS
  const now = deps.clock.now()
  const near = async (lat: number, lng: number, km: number): Promise<Around[]> =>
    (await placesAround(deps, { lat, lng }, km)).map(({ place, awayKm }) => ({
      placeId: place.id,
      awayKm: Math.max(awayKm, NO_DISTANCE_KM),
    }))
  const { found } = await listAround(deps.db, {
    from: await near(query.departureLat, query.departureLng, query.departureRadius),
    to: await near(query.arrivalLat, query.arrivalLng, query.arrivalRadius),
    since: new Date(Math.max(addMs(at, -deltaMs).getTime(), now.getTime() + 1)),
    until: addMs(at, deltaMs + 1),
    ...{ seats: 1, now, viewerId: null, choice: null, limit: READ_MAX, offset: 0 },
  })
  const open = found.filter((row) => !row.women_only).slice(0, query.count)
  const journeys = await present(deps, partner, open)
  return journeys.sort((a, b) => a.passengerPickupDate - b.passengerPickupDate)
}

/** Returns the name of the partner whose key this is; the configuration has a hash of each key. */
function partnerOf({ config }: Pick<Deps, 'config'>, key: string | undefined): string {
  const hash = sha256Hex(key ?? '')
  const partner = config.exchangePartners.find((each) => sameHex(each.keyHash, hash))
  if (!partner) throw new AppError('unauthenticated')
  return partner.name
}

async function present(
  deps: ExchangeDeps,
  partner: string,
  rows: FoundRow[],
): Promise<DriverJourney[]> {
  const driverIds = rows.map((row) => row.driver_id)
  const drivers = await rememberedDriverCards(deps, driverIds)
  const ids = rows.flatMap(({ from_place: a, to_place: b }) => (a && b ? [a, b] : []))
  const places = new Map((await placesByIds(deps, ids)).map((place) => [place.id, place]))
  const operator = new URL(deps.urls.site).host
  return rows.map((row) => {
    const part = presentPart(row)
    const from = places.get(row.from_place ?? '')
    const to = places.get(row.to_place ?? '')
    const driver = drivers.get(row.driver_id)
    assert(from && to && driver, 'a part of a trip without places or driver')
    const [firstName = ''] = driver.name.split(' ')
    const grade = driver.rating.average
    const seconds = (instant: string) => Math.round(Date.parse(instant) / SECOND_MS)
    const address = `/trips/${part.tripId}?from=${part.fromStopId}&to=${part.toStopId}`
    return {
      id: part.fromStopId + part.toStopId.slice(part.tripId.length),
      type: 'PLANNED',
      operator,
      driver: {
        id: sha256Hex(`exchange ${partner} ${row.driver_id}`).slice(0, 32),
        ...{ operator, alias: firstName, firstName },
        ...(grade !== null && { grade: Math.round(grade) }),
      },
      passengerPickupDate: seconds(part.departsAt),
      passengerPickupLat: from.lat,
      passengerPickupLng: from.lng,
      passengerPickupAddress: [part.meetingPoint, from.name].filter(Boolean).join(', '),
      passengerDropLat: to.lat,
      passengerDropLng: to.lng,
      passengerDropAddress: to.name,
      duration: seconds(part.arrivesAt) - seconds(part.departsAt),
      availableSeats: part.seatsLeft,
      price: { type: 'PAYING', amount: part.price, currency: 'COP' },
      preferences: { animals: part.pets },
      webUrl: deps.urls.site + address,
    }
  })
}

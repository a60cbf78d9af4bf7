import type { RescueCar, RescueView } from '#contract/connections-rescues.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { rememberedDriverCards } from '#server/modules/travel/search/index.ts'
import { findTripsFacts, placeAt, stopId } from '#server/modules/travel/trips/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { termsLost } from './lost-terms.ts'
import { meetingPoints } from './meeting-points.ts'
import { type Car, mayTake } from './rescue.ts'
import { coverOf, listLostTrips } from './rescues.queries.ts'
import { ownRescue } from './take-rescue.ts'

/** Shows what was found for a person whose driver failed, or null. Errors: `booking_not_found`. */
export async function showRescue(
  deps: ReadDeps,
  { userId: personId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<{ rescue: RescueView | null }> {
  const rescue = await ownRescue(deps.db, { bookingId, personId })
  if (!rescue) return { rescue: null }
  const now = deps.clock.now()
  const { offer, status, expiresAt, fareBefore, paymentMode } = rescue
  const isOver = status === 'offered' && now >= expiresAt
  const { asked, takeUpTo } = rescue
  const offered = [...(offer.kept ? [offer.kept] : []), ...offer.others]
  const cars = await presentCars(deps, bookingId, offered)
  const price = offer.kept?.price ?? 0
  const byWallet = paymentMode === 'billetera'
  const open = offer.kept !== null && byWallet && mayTake(rescue, now)
  const cover = open ? await coverOf(deps.db, { bookingId, pesos: price, now }) : 0
  const { available } = await walletTotals(deps.db, personId)
  return {
    rescue: {
      status: isOver ? 'expired' : status,
      kept: offer.kept ? (cars[0] ?? null) : null,
      others: offer.kept ? cars.slice(1) : cars,
      mayTake: mayTake(rescue, now),
      fareBefore,
      cover: status === 'taken' ? rescue.coverPesos : cover,
      more: Math.max(0, price - cover - fareBefore),
      missing: byWallet ? Math.max(0, price - cover - available) : 0,
      ...{ byWallet, asked, takeUpTo },
      expiresAt: expiresAt.toISOString(),
      newBookingIds: rescue.newBookingIds,
      serverTime: now.toISOString(),
    },
  }
}

async function presentCars(
  deps: ReadDeps,
  bookingId: string,
  cars: readonly Car[],
): Promise<RescueCar[]> {
  const ids = cars.flatMap(({ parts }) => parts.map(({ tripId }) => tripId))
  const lost = await listLostTrips(deps.db, bookingId)
  const trips = await findTripsFacts(deps.db, [...lost, ...ids])
  const driverIds = [...trips.values()].map(({ driverId }) => driverId)
  const drivers = await rememberedDriverCards(deps, driverIds)
  const points = await meetingPoints(deps.db, { cars, trips, now: deps.clock.now() })
  return cars.map(({ parts, price, note }) => ({
    price,
    note,
    lacks: termsLost(
      trips,
      lost,
      parts.map(({ tripId }) => tripId),
    ),
    parts: parts.map((part) => {
      const { tripId, fromSeq, toSeq, departsAt, arrivesAt } = part
      const trip = trips.get(tripId)
      const driver = trip && drivers.get(trip.driverId)
      assert(trip && driver, 'an offered trip with its driver')
      const end = (seq: number, at: string) => {
        return { id: stopId(tripId, seq), name: placeAt(trip, seq).name, at }
      }
      const ends = { from: end(fromSeq, departsAt), to: end(toSeq, arrivesAt) }
      return { tripId, driver, ...ends, meetingPoint: points.get(part) ?? null }
    }),
  }))
}

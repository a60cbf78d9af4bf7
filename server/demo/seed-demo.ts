import { bookSeat } from '#server/domains/bookings/bookings.public.ts'
import { findTripFacts, stopId } from '#server/domains/trips/trips.public.ts'
import { emailKey, userIdByEmailKey } from '#server/domains/users/users.public.ts'
import { vehiclesOfOwner } from '#server/domains/verification/verification.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { demoAccount, demoDriver, demoMember } from './demo-people.ts'
import { demoRequest } from './demo-requests.ts'
import { demoRoster } from './demo-roster.ts'
import { type DemoFleet, demoTrips } from './demo-trips.ts'
import { DEMO_PASSWORD, drivers, newcomer, passengers, staff } from './people.ts'

export type DemoAccount = { role: string; email: string; password: string }

/**
 * People of every role and a fortnight of trips on real corridors, through the same use cases that
 * the screens call. On later starts only the missing days are added.
 */
export async function seedDemo(deps: Deps): Promise<DemoAccount[]> {
  const complete = await userIdByEmailKey(deps.db, emailKey(staff.at(-1)?.email ?? ''))
  const fleet = complete ? await knownFleet(deps) : await newFleet(deps)
  const trips = await demoTrips(deps, fleet)
  if (!complete) await bookSome(deps, trips)
  for (const who of staff) await demoMember(deps, who)
  await demoRoster(deps)
  return announced
}

const announced: DemoAccount[] = [
  ['pasajera', passengers[0]],
  ['conductor', drivers[0]],
  ['conductora nueva', newcomer],
  ['verificación', staff[3]],
  ['soporte', staff[2]],
  ['finanzas', staff[1]],
  ['administración', staff[0]],
].map(([role, who]) => ({
  role: role as string,
  email: (who as { email: string }).email,
  password: DEMO_PASSWORD,
}))

async function newFleet(deps: Deps): Promise<DemoFleet> {
  const [reviewer] = staff
  assert(reviewer, 'somebody reviews the demonstration documents')
  const reviewerId = await demoMember(deps, reviewer)
  const fleet: DemoFleet = []
  for (const who of drivers) fleet.push({ who, car: await demoDriver(deps, who, reviewerId) })
  await demoDriver(deps, newcomer, null)
  for (const who of passengers) await demoAccount(deps, who)
  return fleet
}

async function knownFleet(deps: Deps): Promise<DemoFleet> {
  const fleet: DemoFleet = []
  for (const who of drivers) {
    const userId = await userIdByEmailKey(deps.db, emailKey(who.email))
    if (!userId) continue
    const [vehicle] = await vehiclesOfOwner(deps.db, userId)
    if (vehicle) fleet.push({ who, car: { userId, vehicleId: vehicle.id } })
  }
  return fleet
}

/** A few seats are taken and others looked for, so that the lists look as they do in life. */
async function bookSome(deps: Deps, tripIds: string[]): Promise<void> {
  for (const [index, who] of passengers.entries()) {
    const passengerId = await demoAccount(deps, who)
    for (const tripId of tripIds.slice(index * 3, index * 3 + 2)) {
      await bookWhole(deps, passengerId, tripId)
    }
    const wished = tripIds[index * 3 + 2]
    if (wished) await demoRequest(deps, passengerId, wished)
  }
}

async function bookWhole(deps: Deps, passengerId: string, tripId: string): Promise<void> {
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) return
  try {
    await bookSeat(
      deps,
      { userId: passengerId },
      {
        tripId,
        fromStopId: stopId(tripId, 0),
        toStopId: stopId(tripId, trip.places.length - 1),
        seats: 1,
        paymentMode: 'billetera',
        idempotencyKey: `demo-${tripId}`,
      },
    )
  } catch (error) {
    // A wallet that is too small for one more trip is fine here.
    if (!(error instanceof AppError)) throw error
  }
}

// What the two printed people did together: the driver's commute, and rides with him.
import { openConversation, sendMessage } from '#server/modules/community/conversations/index.ts'
import { settlePoints } from '#server/modules/community/rewards/index.ts'
import { refreshReputation } from '#server/modules/people/standing/index.ts'
import { advanceDue } from '#server/modules/travel/bookings/index.ts'
import { createSeries } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, bogotaDate, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { rateBoth } from './cases/disputes.ts'
import { boardRide, bookRide, type CaseRide } from './cases/rides.ts'
import {
  asPublished,
  type DemoFleet,
  offerOf,
  type PlannedTrip,
  planTrips,
  writeTrips,
} from './demo-trips.ts'
import { commutesBetween, weekdayOf } from './lines.ts'
import { at, hoursAgo } from './times.ts'

/** Days of the past commutes from today: the last of them are complete. */
const [FIRST_DAY, LAST_DAY] = [-24, -3]

/** Rides of the newest commutes, the newest first; `who`: row of the passenger. */
const rides = [
  {
    who: 0,
    said: ['Hola, Carlos. Llevo un morral y una caja pequeña, ¿cabe?', 'Claro que sí, Laura.'],
    comment: 'Muy puntual. Me dejó a dos cuadras de mi casa.',
  },
  {
    who: 0,
    said: ['¿Paramos a desayunar?', 'Sí, después de Girardot, unos veinte minutos.'],
    comment: 'Carro limpio y viaje tranquilo. Repetiría.',
  },
  { who: 1, said: ['Ya estoy en el punto.', 'Llego en cinco minutos.'], comment: 'Todo bien.' },
  { who: 2, said: [], comment: 'Buena conversación.', paymentMode: 'directo' },
  { who: 1, said: [], comment: 'Maneja con mucho cuidado.' },
] as const

/** Writes the past rides through the use cases, each at its time, and the coming weekly trips. */
export async function demoCommute(deps: Deps, fleet: DemoFleet, passengerIds: readonly string[]) {
  const now = deps.clock.now()
  const past = commutesBetween(now, FIRST_DAY, LAST_DAY).toReversed().slice(0, rides.length)
  const trips = await planTrips(deps, fleet, past)
  await inTransaction(deps.db, (tx) => writeTrips(tx, trips.map(asPublished)))
  const travelled: CaseRide[] = []
  for (const [row, trip] of trips.entries()) {
    const { who, said, comment, ...paid } = rides[row] ?? rides[0]
    const passengerId = passengerIds[who]
    if (!passengerId) continue
    const ride = await bookRide(deps, { trip, passengerId, seats: 1, ...paid })
    await chat(deps, ride, said)
    await boardRide(deps, ride)
    await rateBoth(deps, ride, { stars: 5, comment })
    travelled.push(ride)
  }
  await advanceDue(hoursAgo(deps, 1))
  for (const { id, dropsOffAt } of travelled) {
    await settlePoints(at(deps, addMs(dropsOffAt, 25 * HOUR_MS)), id)
  }
  const people = travelled.flatMap(({ passengerId, driverId }) => [passengerId, driverId])
  await inTransaction(deps.db, (tx) => refreshReputation(tx, deps, people))
  for (const trip of await planTrips(deps, fleet, commutesBetween(now, 1, 7))) {
    await repeatWeekly(deps, trip)
  }
}

/** The passenger writes the evening before the trip, and the driver answers. */
async function chat(deps: Deps, ride: CaseRide, said: readonly string[]): Promise<void> {
  const { passengerId, driverId, picksUpAt, trip } = ride
  for (const [row, text] of said.entries()) {
    const then = at(deps, addMs(picksUpAt, (row / 4 - 10) * HOUR_MS))
    const { id: conversationId } = await openConversation(
      then,
      { userId: passengerId },
      { tripId: trip.id },
    )
    const clientId = derivedId('demo.message', ride.id, `${row}`)
    const userId = row === 0 ? passengerId : driverId
    await sendMessage(then, { userId }, { conversationId, clientId, body: { text } })
  }
}

async function repeatWeekly(deps: Deps, planned: PlannedTrip): Promise<void> {
  const { car, departsAt } = planned
  const date = bogotaDate(departsAt)
  await createSeries(
    deps,
    { userId: car.userId },
    { trip: offerOf(planned), weekdays: [weekdayOf(date)], idempotencyKey: `demo-commute-${date}` },
  )
}

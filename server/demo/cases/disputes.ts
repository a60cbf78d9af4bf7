// Disputes about rides, the ratings that two people gave each other, and points that wait.
import type { DisputeAnswer } from '#contract/disputes.ts'
import {
  answerDispute,
  openDispute,
  resolveDispute,
} from '#server/modules/community/conduct/index.ts'
import {
  denyJourney,
  listCasesOfBooking,
  rateBooking,
  resolveCase,
} from '#server/modules/community/ratings/index.ts'
import { findReview, resolveReview, settlePoints } from '#server/modules/community/rewards/index.ts'
import { addVehicle } from '#server/modules/people/verification/index.ts'
import { claimNoShow } from '#server/modules/travel/bookings/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { at, hoursAgo } from '../times.ts'
import { type Cast, rideOf } from './cast.ts'
import { boardRide, type CaseRide, settleRides } from './rides.ts'

/** Rides of disputes, in this order: see `demoDisputes`. */
export const disputeRides = [
  { seats: 1 },
  { seats: 1 },
  { seats: 4, isLong: true },
  { seats: 1 },
  { seats: 1 },
]

const after = (deps: Deps, { picksUpAt }: CaseRide, minutes: number) =>
  at(deps, addMs(picksUpAt, minutes * MINUTE_MS))

/** The driver claims a no-show, and the passenger disputes it some hours later. */
async function disputeNoShow(deps: Deps, ride: CaseRide, statement: string): Promise<void> {
  await claimNoShow(after(deps, ride, 45), { userId: ride.driverId }, { bookingId: ride.id })
  const then = after(deps, ride, 2 * 60)
  await openDispute(then, { userId: ride.passengerId }, { bookingId: ride.id, statement })
}

/** The driver gives their version some hours after the pick-up. */
async function answer(deps: Deps, ride: CaseRide, text: string, said: DisputeAnswer = 'not_there') {
  const version = { bookingId: ride.id, answer: said, text }
  await answerDispute(after(deps, ride, 4 * 60), { userId: ride.driverId }, version)
}

/** Two open ones, one that waits for a second person, and one decided for each side. */
export async function demoDisputes(cast: Cast, rides: readonly CaseRide[]): Promise<void> {
  const { deps, support } = cast
  const [noShow, denied, large, absent, founded] = rides
  if (!noShow || !denied || !large || !absent || !founded) return
  await disputeNoShow(
    deps,
    noShow,

    'Sí llegué al punto, diez minutos antes, y el carro no estaba. Tengo la foto con la ' +
      'hora. Llamé y no contestó.',
  )
  await answer(deps, noShow, 'Paré en el punto y esperé 45 minutos. Llamé dos veces y no contestó.')
  await boardRide(deps, denied)
  await openDispute(
    after(deps, denied, 3 * 60),
    { userId: denied.passengerId },
    {
      bookingId: denied.id,
      statement:
        'Yo no viajé: le dicté el código por teléfono porque me dijo que lo necesitaba ' +
        'para confirmar, y se fue sin mí.',
    },
  )
  await disputeNoShow(
    deps,
    large,

    'Éramos cuatro y estábamos en el punto a la hora. El carro pasó de largo y marcó que ' +
      'no llegamos.',
  )
  await answer(
    deps,
    large,
    'No vi a nadie en el punto: di la vuelta y esperé en la bahía de al lado.',
  )
  const proposed = { bookingId: large.id, outcome: 'passenger' } as const
  const note = 'Tres mensajes en el chat desde el punto y la ubicación del carro no se detuvo ahí.'
  await resolveDispute(hoursAgo(deps, 3), support, { ...proposed, note })
  await openDispute(
    after(deps, absent, 70),
    { userId: absent.passengerId },
    {
      bookingId: absent.id,
      statement:
        'Esperé más de una hora. El conductor escribió que se le dañó el carro y no ' +
        'canceló el viaje.',
    },
  )
  await answer(deps, absent, 'Se me dañó el carro en la vía y no alcancé a cancelar.', 'other')
  await resolveDispute(hoursAgo(deps, 2), support, {
    bookingId: absent.id,
    outcome: 'passenger',
    note: 'El conductor lo reconoce en el chat. Se devuelve todo.',
  })
  await disputeNoShow(deps, founded, 'Llegué tarde por el trancón y el conductor no me esperó.')
  await answer(deps, founded, 'Esperé 45 minutos y avisé tres veces por el chat.')
  await resolveDispute(hoursAgo(deps, 1), support, {
    bookingId: founded.id,
    outcome: 'driver',
    note: 'Esperó 45 minutos en el punto y avisó tres veces por el chat. Corresponde cobrar.',
  })
}

/** Notes with which the team decided about the ratings and the points of a ride. */
const decided = [
  null,
  {
    outcome: 'count',
    pays: 'pay',
    note: 'Es el carro de su papá, que lo prestó. Viajaron dos personas distintas.',
  },
  {
    outcome: 'exclude',
    pays: 'refuse',
    note: 'La misma placa y ningún mensaje: parece un viaje consigo mismo.',
  },
] as const

export const samePlateRides = decided.map(() => ({ seats: 1, isComplete: true }))

/**
 * Rides whose passenger registered the car of the driver: ratings and points wait for the team.
 * The first is open, the others were decided.
 */
export async function demoSamePlate(cast: Cast, rides: readonly CaseRide[]): Promise<void> {
  const { deps, support } = cast
  for (const ride of rides) {
    const { vehicle } = ride.trip.who
    const known = { ...vehicle, idempotencyKey: `demo-same-plate-${vehicle.plate}` }
    await addVehicle(hoursAgo(deps, 24 * 90), { userId: ride.passengerId }, known)
  }
  await settleRides(cast)
  for (const [row, ride] of rides.entries()) {
    await rateBoth(deps, ride, { stars: 5, comment: 'Excelente viaje, como siempre.' })
    await settlePoints(at(deps, addMs(ride.dropsOffAt, 26 * HOUR_MS)), ride.id)
    const ruling = decided[row]
    if (!ruling) continue
    const { note, outcome, pays } = ruling
    const then = hoursAgo(deps, 10)
    for (const { id: caseId } of await listCasesOfBooking(deps.db, ride.id)) {
      await resolveCase(then, support, { caseId, outcome, note })
    }
    const review = await inTransaction(deps.db, (tx) => findReview(tx, 'trip', ride.id))
    if (!review) continue
    await resolveReview(then, support, { reviewId: review.id, outcome: pays, note })
    await settlePoints(then, ride.id)
  }
}

/** Both sides rate a ride after its end, which reveals the two ratings. */
export async function rateBoth(
  deps: Deps,
  { id: bookingId, passengerId, driverId, dropsOffAt }: CaseRide,
  { stars, comment }: { stars: number; comment: string },
): Promise<void> {
  const tags = stars > 3 ? (['on_time'] as const) : (['late'] as const)
  const then = at(deps, addMs(dropsOffAt, 3 * HOUR_MS))
  const words = { bookingId, stars, tags: [...tags], comment }
  await rateBooking(then, { userId: passengerId }, words)
  await rateBooking(then, { userId: driverId }, { bookingId, stars: 5, tags: ['on_time'] })
}

const denials = [
  {
    who: 23,
    statement: 'Esa calificación no es mía: ese día no viajé, le cedí el cupo a mi hermana.',
    ruling: null,
  },
  {
    who: 11,
    statement: 'No viajé con esta persona. Creo que se confundió de reserva.',
    ruling: { outcome: 'count', note: 'El chat del viaje muestra que sí viajaron juntos.' },
  },
  {
    who: 12,
    statement: 'Nunca me subí a ese carro, me bajaron en la terminal antes de salir.',
    ruling: {
      outcome: 'exclude',
      note: 'No hay escaneo ni mensajes de ese día. No cuenta para ninguno.',
    },
  },
] as const

/** Passengers who say that they did not travel with the driver: one open, two decided. */
export async function demoDenials(cast: Cast): Promise<void> {
  const { deps, support } = cast
  for (const [row, { who, statement, ruling }] of denials.entries()) {
    const ride = rideOf(cast, who)
    const asked = { bookingId: ride.id, statement }
    await denyJourney(hoursAgo(deps, 30 + row), { userId: ride.passengerId }, asked)
    if (!ruling) continue
    for (const { id: caseId, kind } of await listCasesOfBooking(deps.db, ride.id)) {
      if (kind !== 'not_together') continue
      await resolveCase(hoursAgo(deps, 6), support, { caseId, ...ruling })
    }
  }
}

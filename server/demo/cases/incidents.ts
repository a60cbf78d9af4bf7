// Incidents on trips, and a drill of the people on duty. No alarm rings for them.
import type { IncidentOutcome } from '#contract/safety.ts'
import {
  answerDrill,
  listAlarms,
  noteIncident,
  openIncident,
  startDrill,
  takeIncident,
} from '#server/modules/community/safety/index.ts'
import { closeIncidentWithTickets } from '#server/modules/community/support/index.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import { at, hoursAgo, minutesAgo } from '../times.ts'
import { type Cast, rideOf } from './cast.ts'
import type { CaseRide, CaseRides } from './rides.ts'

type Pressed = {
  story: string
  kind: 'emergency' | 'felt_unsafe'
  ride: Pick<CaseRide, 'id' | 'passengerId'> & { tripId: string }
  text: string
}

/** Opens an incident of the passenger at the time of `then`. */
async function press(then: Deps, { story, kind, ride, text }: Pressed): Promise<string> {
  const id = derivedId('demo.incident', story)
  const pressedAt = then.clock.now().toISOString()
  const where = { tripId: ride.tripId, bookingId: ride.id, position: null }
  const asked = { id, kind, text, pressedAt, tellContact: false, ...where }
  await openIncident(then, { userId: ride.passengerId }, asked)
  return id
}

const onTrip = ({ trip, ...ride }: CaseRide) => ({ ...ride, tripId: trip.id })

export async function demoIncidents(cast: Cast, { underWay }: CaseRides): Promise<void> {
  const { deps, support } = cast
  const [first, second] = underWay
  if (first) {
    const text = 'El carro se varó en una curva sin berma y los camiones pasan muy cerca.'
    const told = { story: 'open', kind: 'emergency', ride: onTrip(first), text } as const
    await press(minutesAgo(deps, 12), told)
  }
  if (second) {
    const text = 'Un pasajero se siente mal del pecho. Paramos en la bahía del peaje.'
    const told = { story: 'taken', kind: 'emergency', ride: onTrip(second), text } as const
    const incidentId = await press(minutesAgo(deps, 38), told)
    await takeIncident(minutesAgo(deps, 36), support, { incidentId })
    const body =
      'Llamé y contestó: ya viene la ambulancia del peaje. La vuelvo a llamar en 10 minutos.'
    await noteIncident(minutesAgo(deps, 31), support, { incidentId, body })
  }
  await closedIncidents(cast)
  await drill(cast)
}

const closed: {
  kind: Pressed['kind']
  text: string
  outcome: IncidentOutcome
  answer: string
}[] = [
  {
    kind: 'emergency',
    text: 'Nos chocaron por detrás en el semáforo. Nadie está herido.',
    outcome: 'helped',
    answer:
      'Te llamamos y te conseguimos otro carro para terminar el viaje. La reserva no se cobró.',
  },
  {
    kind: 'emergency',
    text: 'Dos personas en moto nos están siguiendo desde la salida.',
    outcome: 'authorities',
    answer: 'Avisamos a la Policía de Carreteras, que acompañó el carro hasta el siguiente peaje.',
  },
  {
    kind: 'felt_unsafe',
    text: 'El conductor iba a más de 120 y se molestó cuando le pedí que bajara la velocidad.',
    outcome: 'sanctioned',
    answer:
      'Revisamos tu reporte y tomamos una medida con la cuenta del conductor. Gracias ' +
      'por contarlo.',
  },
  {
    kind: 'felt_unsafe',
    text: 'Tomó una vía distinta a la del mapa y no explicó por qué.',
    outcome: 'no_danger',
    answer:
      'La vía principal estaba cerrada por un derrumbe y el desvío era el oficial. Nos ' +
      'alegra que llegaras bien.',
  },
]

/** Incidents of past rides, pressed an hour into the trip and answered the same day. */
async function closedIncidents(cast: Cast): Promise<void> {
  const { deps, admin } = cast
  for (const [row, { kind, text, outcome, answer }] of closed.entries()) {
    const ride = rideOf(cast, 3 + row)
    const pressed = addMs(ride.picksUpAt, HOUR_MS)
    const story = `closed-${row}`
    const incidentId = await press(at(deps, pressed), { story, kind, ride, text })
    const then = at(deps, addMs(pressed, 55 * MINUTE_MS))
    await takeIncident(then, admin, { incidentId })
    const closing = { incidentId, outcome, answer, note: '', readAndCalled: true }
    await closeIncidentWithTickets(then, admin, closing)
  }
}

/** A drill of three days ago that the admin answered after a minute. */
async function drill({ deps, admin, support }: Cast): Promise<void> {
  await startDrill(hoursAgo(deps, 73), support)
  const then = minutesAgo(deps, 73 * 60 - 1)
  const { alarms } = await listAlarms(then, admin)
  for (const { id: drillId, kind } of alarms) {
    if (kind === 'drill') await answerDrill(then, admin, { drillId })
  }
}

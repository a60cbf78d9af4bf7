import { emailKey } from '#contract/email-address.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { demoCases } from './cases/demo-cases.ts'
import { listKnownDrivers } from './demo.queries.ts'
import { demoAsk } from './demo-ask.ts'
import { demoCommute } from './demo-commute.ts'
import { demoHistory } from './demo-history.ts'
import {
  demoAccount,
  demoApplicant,
  demoDriver,
  demoMember,
  demoTraveller,
  findDemoId,
} from './demo-people.ts'
import { demoList, demoRequest } from './demo-requests.ts'
import { demoRoster } from './demo-roster.ts'
import { bookWhole, demoToday } from './demo-today.ts'
import { type DemoFleet, demoTrips, type PlannedTrip } from './demo-trips.ts'
import { inLanes, together } from './lanes.ts'
import { drivers } from './lines.ts'
import {
  asked,
  carlos,
  DEMO_PASSWORD,
  failing,
  newcomer,
  passengers,
  staff,
  stranded,
  travellers,
} from './people.ts'

/** `note`: what there is to see with this account. */
export type DemoAccount = Record<'role' | 'name' | 'email' | 'password' | 'note', string>

/**
 * Creates people of every role with past trips, and a fortnight of trips. Single actions call use
 * cases; many rows are written together (docs/decisions/0052). The next start completes a start
 * that was killed; later starts add only the missing trips.
 */
export async function seedDemo(deps: Deps): Promise<readonly DemoAccount[]> {
  if (await findDemoId(deps, staff[3]))
    await demoTrips(deps, await knownFleet(deps), { isFirst: false })
  else await seedAll(deps)
  for (const who of staff) await demoMember(deps, who)
  await demoRoster(deps)
  await demoToday(deps)
  await demoAsk(deps)
  return announced
}

const announced: readonly DemoAccount[] = (
  [
    ['pasajera', passengers[0], 'dos viajes pasados, uno por salir y un cupo por confirmar'],
    ['conductor', carlos, 'sus viajes de cada semana, ganancias y quien sube hoy'],
    ['conductora nueva', newcomer, 'sus documentos están en revisión'],
    ['pasajera sin carro', stranded, 'su conductor falló y espera la respuesta de otra conductora'],
    ['conductora consultada', asked, 'le preguntan si lleva a quien se quedó sin carro'],
    ['verificación', staff[3], 'revisa documentos'],
    ['soporte', staff[2], 'preguntas, reportes y emergencias'],
    ['finanzas', staff[1], 'retiros, pagos y conciliación'],
    ['administración', staff[0], 'todo lo del equipo'],
  ] as const
).map(([role, who, note]) => {
  const name = `${who.firstName} ${who.lastName}`
  return { role, name, email: who.email, password: DEMO_PASSWORD, note }
})

async function seedAll(deps: Deps): Promise<void> {
  const [reviewerId, financeId, supportId] = await inLanes(staff.slice(0, 3), (who) =>
    demoMember(deps, who),
  )
  assert(reviewerId && financeId && supportId, 'three members of the team')
  const [fleet, travellerIds, passengerIds] = await together([
    newFleet(deps, reviewerId),
    inLanes(travellers, (who) => demoTraveller(deps, who)),
    inLanes(passengers, (who) => demoTraveller(deps, who)),
    demoApplicant(deps, newcomer, null),
    demoTraveller(deps, stranded),
    inLanes([failing, asked], (who) => demoDriver(deps, who, reviewerId)),
  ] as const)
  await demoHistory(deps, fleet, travellerIds)
  await demoCommute(deps, fleet, passengerIds)
  const trips = await demoTrips(deps, fleet, { isFirst: true })
  await demoCases(deps, {
    admin: { userId: reviewerId },
    finance: { userId: financeId },
    support: { userId: supportId },
    fleet,
    travellers: travellerIds,
  })
  await bookSeats(deps, trips, travellerIds)
}

async function newFleet(deps: Deps, reviewerId: string): Promise<DemoFleet> {
  const cars = await inLanes(drivers, async (who) => {
    const car = await demoDriver(deps, who, reviewerId)
    return [who.email, car] as const
  })
  // The printed driver has just renewed the documents, so their photos still exist.
  await demoApplicant(deps, carlos, reviewerId)
  return new Map(cars)
}

async function knownFleet(deps: Deps): Promise<DemoFleet> {
  const keys = new Map(drivers.map(({ email }) => [emailKey(email), email]))
  const known = await listKnownDrivers(deps.db, [...keys.keys()])
  return new Map(known.map(({ emailKey: key, ...car }) => [keys.get(key) ?? key, car]))
}

/** Books some seats and publishes ride requests, so that the lists look realistic. */
async function bookSeats(
  deps: Deps,
  trips: readonly PlannedTrip[],
  travellerIds: readonly string[],
): Promise<void> {
  const forAll = trips.filter(({ who }) => who.instant && !who.preferences.womenOnly)
  const nth = (row: number) => forAll.slice(row % forAll.length)[0]
  for (const [row, who] of passengers.entries()) {
    const passengerId = await demoAccount(deps, who)
    // The printed passenger books in demo-today.ts.
    for (const trip of row === 0 ? [] : [nth(90 + row), nth(250)]) {
      if (trip) await bookWhole(deps, passengerId, trip.id)
    }
    const wished = nth(60 + row)
    if (wished) await demoRequest(deps, passengerId, wished.id)
  }
  // Two people wait for one trip of the printed driver, the printed passenger second.
  const awaited = trips.find(({ who }) => who === carlos)
  const first = await demoAccount(deps, passengers[0])
  for (const id of [travellerIds[0], first]) if (awaited && id) await demoList(deps, id, awaited.id)
  // Two trips for each traveller in the first days.
  const rides = travellerIds.flatMap((id, row) => [
    { id, trip: nth(row * 3) },
    { id, trip: nth(100 + row * 7) },
  ])
  await inLanes(rides, async ({ id, trip }) => {
    if (trip) await bookWhole(deps, id, trip.id)
  })
}

// A small Cupo for the fuzzer: people of every role, and one resource of each kind that a request
// can name.
import type { Extension } from '#server/app.ts'
import { insertSession } from '#server/modules/people/access/auth/auth.queries.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Role } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import {
  aFundedWallet,
  aUser,
  aVerifiedDriver,
  freshToken,
  proveEverywhere,
  TEST_PASSWORD,
  type TestUser,
} from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'
import type { Pool } from './values.ts'
import { countWrites, type Writes } from './writes.ts'

export type World = {
  shop: PaymentsApp
  url: URL
  pool: Pool
  writes: Writes
  /** Access tokens by role; a visitor has none. */
  people: Map<string, TestUser | null>
  /** Opens another session for the person after a request ended the current one. */
  signInAgain(role: string): Promise<void>
}

const staff: Role[] = ['verifier', 'support', 'finance', 'admin']

/** Creates two trips, bookings, a payment at the gateway, an alert, a code and a ticket. */
export async function openWorld(extensions: Extension[] = []): Promise<World> {
  const shop = await openPaymentsApp({ poolSize: 4, extensions })
  const { deps } = shop
  // Each visitor has a separate IP address, in the header that our proxy sets.
  deps.config.trustProxyHops = 1
  await aRoadNetwork(deps)
  const driver = await aVerifiedDriver(deps)
  const otherDriver = await aVerifiedDriver(deps)
  const passenger = await aUser(deps)
  const people = new Map<string, TestUser | null>([
    ['visitor', null],
    ['passenger', passenger],
    ['driver', driver],
    ['other driver', otherDriver],
  ])
  for (const role of staff) people.set(role, await aUser(deps, { roles: ['passenger', role] }))
  for (const user of people.values()) if (user) await aFundedWallet(deps, user.userId, 900_000)
  const trip = await aTrip(deps, { driver })
  const other = await aTrip(deps, { driver: otherDriver, instant: false })
  const things = await makeThings(shop, { passenger, trip, other, driver: otherDriver })
  const address = shop.app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const pool: Pool = {
    ids: [...things.ids, ...[...people.values()].flatMap((user) => (user ? [user.userId] : []))],
    texts: [...things.texts, ...textsOf(trip, other), ...[...people.values()].map(emailOf)],
    numbers: [trip.facts.seatPrice, other.facts.seatPrice, 1, 2, 3, 50_000, 2019, 4.6, -74.1],
  }
  return {
    shop,
    url: new URL(`http://127.0.0.1:${port}`),
    pool,
    writes: await countWrites(deps.databaseUrl),
    people,
    async signInAgain(role) {
      const user = people.get(role)
      if (user) people.set(role, { ...user, ...(await anotherSession(shop, user)) })
    },
  }
}

const emailOf = (user: TestUser | null) => user?.email ?? 'nadie@correo.test'

type Trip = Awaited<ReturnType<typeof aTrip>>
type Parts = { passenger: TestUser; trip: Trip; other: Trip; driver: TestUser }

async function makeThings(shop: PaymentsApp, { passenger, trip, other, driver }: Parts) {
  const made: string[] = [trip.tripId, other.tripId, trip.driver.vehicleId, newId()]
  const remember = (body: unknown) => {
    made.push(...(JSON.stringify(body).match(UUID) ?? []))
    return body as never as Record<string, Record<string, string>>
  }
  for (const each of [trip, other]) {
    const stops = { fromStopId: each.stop(BOGOTA), toStopId: each.stop(CALI) }
    remember((await shop.post(passenger, `/trips/${each.tripId}/bookings`, stops)).body)
  }
  const booking = remember((await shop.get(passenger, '/bookings')).body)
  const bookingId = JSON.stringify(booking).match(UUID)?.[0] ?? ''
  const ticket = (await shop.get(passenger, `/bookings/${bookingId}/ticket`)).body
  const day = addMs(shop.clock.now(), 10 * DAY_MS)
    .toISOString()
    .slice(0, 10)
  const alert = { from: BOGOTA, to: CALI, since: day, until: day }
  remember((await shop.post(driver, '/alerts', alert)).body)
  const reference = await shop.topUp(passenger, 50_000)
  const transaction = shop.payer(reference, 50_000)
  return { ids: made, texts: [reference, transaction, String(ticket.code), String(ticket.qr), day] }
}

export const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function textsOf(...trips: Trip[]): string[] {
  return [
    ...trips.flatMap((trip) => [BOGOTA, GIRARDOT, IBAGUE, CALI].map((place) => trip.stop(place))),
    ...[BOGOTA, GIRARDOT, IBAGUE, CALI, `${BOGOTA},${CALI}`, `${BOGOTA},${IBAGUE},${CALI}`],
    ...['2026-11-20', '2026-11-27', '2026-12-01', '1990-05-17', '2027-06-30'],
    ...['2026-11-27T13:00:00Z', '2026-11-30T18:30:00-05:00', '2026-11-20T12:59:00.000Z'],
    ...['1', '2', '10', 'true', 'false', 'directo', 'billetera', '4.6', '-74.1', '7.12'],
    ...[TEST_PASSWORD, 'Otra clave larga 9', 'ABCDEF', 'XYZ987', 'Laura', 'Gómez Ñ', 'laura.gomez'],
    ...['3001234567', '1032456789', 'Nos vemos en la entrada principal.', 'bogota', 'Renault'],
    ...['pets', 'womenOnly,pets', 'a'.repeat(24)],
  ]
}

async function anotherSession({ deps }: PaymentsApp, user: TestUser) {
  const sessionId = newId()
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await insertSession(tx, {
      id: sessionId,
      userId: user.userId,
      refreshHash: sha256(sessionId),
      userAgent: null,
      mobile: false,
      now,
      expiresAt: addMs(now, 30 * DAY_MS),
    })
    await proveEverywhere(tx, deps, sessionId, addMs(now, 30 * DAY_MS))
  })
  return { sessionId, token: await freshToken(deps, { ...user, sessionId }) }
}

import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { walletId } from '#server/domains/bank/ledger/ledger.public.ts'
import { uploadDocument } from '#server/domains/people/verification/verification.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { aSanction } from './conduct-factories.ts'
import { asOwner } from './db.ts'
import {
  aFundedWallet,
  aUser,
  aVerifiedDriver,
  type TestDriver,
  type TestUser,
} from './factories.ts'
import { OPEN, SHARED, SHARED_ABOARD } from './foreign-id-exceptions.ts'
import { postForm } from './http-client.ts'
import {
  anAlert,
  anIncident,
  aPasskey,
  aRating,
  aSeries,
  aShare,
  aTicket,
  aWithdrawal,
  someMoney,
} from './owned-things.ts'
import { digestOfTables } from './table-digest.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, type TestTrip } from './trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from './wompi.ts'

// On every call of the contract, the id of somebody else's resource is answered exactly like an
// unknown id, and nothing changes.

let shop: PaymentsApp
let photo: Buffer
/** The ids of one person's things, under the names that the contract gives them. */
let ids: Record<string, string>
let code: string
let driver: TestDriver
let trip: TestTrip
let passenger: TestUser
/** Other people: a passenger of the same trip, and a driver with a trip of their own. */
let intruders: [string, TestUser][]
let otherDriver: TestDriver
let otherTrip: TestTrip

beforeAll(async () => {
  shop = await openPaymentsApp()
  const { deps } = shop
  await aRoadNetwork(deps)
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#d90' } })
    .jpeg()
    .toBuffer()
  driver = await aVerifiedDriver(deps)
  otherDriver = await aVerifiedDriver(deps)
  trip = await aTrip(deps, { driver })
  otherTrip = await aTrip(deps, { driver: otherDriver })
  passenger = await aPassenger()
  const neighbour = await aPassenger()
  const bookingId = await book(passenger)
  await book(neighbour)
  const ticket = await shop.get(passenger, `/bookings/${bookingId}/ticket`)
  code = ticket.body.code
  ids = {
    tripId: trip.tripId,
    bookingId,
    keepId: await keep(await aUser(deps)),
    rideRequestId: await aRideRequest(passenger),
    alertId: await anAlert(shop, passenger),
    documentId: await aDocument(passenger),
    seriesId: await aSeries(shop, driver),
    sessionId: passenger.sessionId,
    conversationId: await aConversation(passenger),
    caseId: await aCase(passenger),
    incidentId: await anIncident(shop, { tripId: trip.tripId, bookingId }, passenger),
    shareId: await aShare(shop, bookingId, passenger),
    ratingId: await aRating(shop, bookingId, { by: driver, of: passenger }),
    userId: passenger.userId,
    passkeyId: await aPasskey(shop, passenger),
    ...(await aSanction(shop, passenger, driver)),
    ...(await aTicket(shop, passenger)),
    ...(await aWithdrawal(shop, passenger)),
    ...(await someMoney(shop, passenger)),
  }
  intruders = [
    ['a passenger of the same trip', neighbour],
    ['another driver', otherDriver],
  ]
})

async function aPassenger(): Promise<TestUser> {
  const user = await aUser(shop.deps)
  await aFundedWallet(shop.deps, user.userId, 500_000)
  return user
}

async function book(user: TestUser): Promise<string> {
  const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
  const { body } = await shop.post(user, `/trips/${trip.tripId}/bookings`, stops)
  return (body as unknown as { booking: { id: string } }).booking.id
}

async function keep(user: TestUser): Promise<string> {
  const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
  const { body } = await shop.post(user, `/trips/${trip.tripId}/keeps`, stops)
  return (body as unknown as { keep: { id: string } }).keep.id
}

async function aConversation(user: TestUser): Promise<string> {
  const { body } = await shop.post(user, `/trips/${trip.tripId}/conversations`, {})
  return (body as unknown as { conversation: { id: string } }).conversation.id
}

async function aRideRequest(user: TestUser): Promise<string> {
  const earliest = addMs(shop.clock.now(), 20 * DAY_MS)
  const latest = addMs(earliest, DAY_MS)
  const { body } = await shop.post(user, '/ride-requests', {
    from: BOGOTA,
    to: CALI,
    earliest: earliest.toISOString(),
    latest: latest.toISOString(),
    maxPrice: 20_000,
  })
  return (body as unknown as { request: { id: string } }).request.id
}

async function aDocument(user: TestUser): Promise<string> {
  const nothing = { vehicleId: undefined, expiresOn: undefined, birthDate: undefined }
  const upload = { kind: 'identity_back' as const, bytes: photo, ...nothing }
  return (await uploadDocument(shop.deps, user, upload)).id
}

/** A second charge of a top-up of this person. */
async function aCase(user: TestUser): Promise<string> {
  const reference = await shop.topUp(user, 20_000)
  for (let charge = 0; charge < 2; charge += 1) {
    shop.wompi.settle(shop.payer(reference, 20_000), 'APPROVED')
    await shop.settleAll()
  }
  const found = shop.deps.db.selectFrom('payment_cases').select('id')
  return (await found.executeTakeFirstOrThrow()).id
}

/** Everything that could have changed. */
const everything = (): Promise<string> => digestOfTables(shop.deps.databaseUrl)

async function ask(user: TestUser, route: RouteDef, named: Record<string, string>) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? `unnamed ${name}`)
  const { token } = user
  const answer = await shop.app.inject({
    method: route.method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(route.path.endsWith('/segment') && !route.body ? { query: segment() } : {}),
    ...(route.body ? { payload: bodies[route.path] ?? {} } : {}),
  })
  const { requestId: _, ...body } = answer.json()
  return { status: answer.statusCode, body }
}

const segment = () => ({ from: trip.stop(BOGOTA), to: trip.stop(CALI) })

/** What the call needs besides the id. */
const bodies: Record<string, object> = {
  get '/bookings/:bookingId/segment'() {
    const { from: fromStopId, to: toStopId } = segment()
    return { fromStopId, toStopId }
  },
  '/bookings/:bookingId/meeting': { fromPointId: null, toPointId: null },
  '/admin/verifications/:documentId/reject': { reason: 'La foto está borrosa.' },
  '/payments/cases/:caseId/resolve': { note: 'Ya se devolvió el segundo cobro.' },
  '/bookings/:bookingId/rating': { stars: 5 },
  '/bookings/:bookingId/not-together': { statement: 'No viajamos juntos ese día.' },
  '/ratings/:ratingId/reply': { text: 'Gracias.' },
  '/admin/rating-cases/:caseId/resolve': { outcome: 'count', note: 'Hablamos con los dos.' },
  '/conduct/:sanctionId/appeal': { text: 'No estoy de acuerdo con esto.' },
  '/conduct/hearings/:caseId': { text: 'Ese día no manejaba yo.' },
  '/bookings/:bookingId/dispute': { statement: 'Estuve en el punto y nadie llegó.' },
  '/conversations/:conversationId/messages': { id: newId(), text: 'Hola' },
  '/conversations/:conversationId/read': { upTo: 1 },
  '/conversations/:conversationId/removals': { userId: newId() },
  get '/trips/:tripId/arrivals'() {
    return { stopId: trip.stop(BOGOTA) }
  },
  get '/trips/:tripId/arrivals/undo'() {
    return { stopId: trip.stop(BOGOTA) }
  },
  get '/trips/:tripId/check-in'() {
    return { code }
  },
  get '/trips/:tripId/change-preview'() {
    return { departsAt: trip.facts.departsAt.toISOString() }
  },
  get '/trips/:tripId/quote'() {
    return { departsAt: trip.facts.departsAt.toISOString(), seats: 2 }
  },
  '/admin/incidents/:incidentId/notes': { body: 'Hablamos con ella.' },
  '/admin/incidents/:incidentId/close': { outcome: 'helped', answer: 'Hablamos contigo.' },
  '/support/tickets/:ticketId/messages': { id: newId(), text: 'Hola' },
  '/support/tickets/:ticketId/rating': { rating: 5 },
  '/admin/tickets/:ticketId/take': { from: null },
  '/admin/tickets/:ticketId/hand-over': { id: newId(), from: null, to: newId() },
  '/admin/tickets/:ticketId/answers': { id: newId(), text: 'Hola' },
  '/admin/tickets/:ticketId/notes': { id: newId(), text: 'Hola' },
  '/bookings/:bookingId/shares': { name: 'Mamá' },
  '/trips/:tripId/shares': { name: 'Mamá' },
  '/trips/:tripId/position': { lat: 4.5, lng: -74.1, accuracyMeters: 9 },
  '/ride-requests/:rideRequestId/decline': { tripId: newId() },
  get '/trips/:tripId/invitations'() {
    return { rideRequestId: ids.rideRequestId }
  },
  get '/trips/:tripId/scans'() {
    const scan = { nonce: newId(), code, scannedAt: new Date().toISOString(), offline: true }
    return { deviceId: newId(), deviceName: 'Celular', scans: [scan] }
  },
}

const namesOf = (route: RouteDef) => Object.keys(route.params?.shape ?? {})

const guarded = Object.entries(api).flatMap(([domain, group]) =>
  Object.entries(group as Record<string, RouteDef>)
    .filter(([, route]) => route.params && !['public', 'optional'].includes(String(route.auth)))
    .map(([name, route]) => [`${domain}.${name}`, route] as const)
    .filter(([name, route]) => !OPEN.has(name) && !namesOf(route).every((it) => SHARED.has(it))),
)

describe.each(guarded)('%s with the id of somebody else', (call, route) => {
  // covers: C92, C132, C165, V8.2.2
  it('answers as for an id that does not exist, and changes nothing', async () => {
    const names = namesOf(route)
    // For a new kind of id, create a resource above, or list it as shared.
    expect(Object.keys(ids)).toEqual(expect.arrayContaining(names))
    const unknown = Object.fromEntries(names.map((name) => [name, newId()]))
    const before = await everything()
    for (const [who, user] of SHARED_ABOARD.has(call) ? intruders.slice(1) : intruders) {
      const answer = await ask(user, route, ids)
      expect([403, 404], who).toContain(answer.status)
      expect(answer, who).toEqual(await ask(user, route, unknown))
      expect(await everything(), who).toBe(before)
    }
  })
})

// covers: C93, V8.2.2
describe('an id inside a request', () => {
  /** The same request twice: about somebody else's, and about nothing that exists. */
  async function expectSame(
    user: TestUser,
    request: (id: string) => { path: string; body?: object },
    [foreign, unknown]: [string, string],
    expected: { status: number; code: string },
  ) {
    const before = await everything()
    const answers = []
    for (const id of [foreign, unknown]) {
      const { path, body } = request(id)
      const { status, body: answer } = await shop.post(user, path, body)
      const { requestId: _, ...rest } = answer as unknown as Record<string, unknown>
      answers.push({ status, rest })
    }
    expect(answers[0]).toMatchObject({ status: expected.status, rest: { code: expected.code } })
    expect(answers[0]).toEqual(answers[1])
    expect(await everything()).toBe(before)
  }

  it('the wallet of somebody else', async () => {
    const own = walletId(passenger.userId)
    await expectSame(
      otherDriver,
      (id) => ({ path: `/wallet/transactions?wallet_id=${id}` }),
      [own, newId()],
      { status: 404, code: 'not_found' },
    )
  })

  it('a top-up in the name of somebody else', async () => {
    await expectSame(
      otherDriver,
      (userId) => ({ path: '/payments/create', body: { amount: 50_000, userId } }),
      [passenger.userId, newId()],
      { status: 403, code: 'forbidden' },
    )
  })

  it('the payment and the transaction of somebody else, credited or not', async () => {
    for (const status of ['PENDING', 'APPROVED', 'DECLINED'] as const) {
      const reference = await shop.topUp(passenger, 60_000)
      const transactionId = shop.payer(reference, 60_000, { delivery: 'none' })
      if (status !== 'PENDING') shop.wompi.settle(transactionId, status)
      await shop.post(passenger, '/payments/confirm-redirect', { reference })
      const missing = { status: 404, code: 'payment_not_found' }
      await expectSame(
        otherDriver,
        (id) => ({ path: '/payments/confirm-redirect', body: { reference: id } }),
        [reference, `CUPO-${newId().replaceAll('-', '')}`],
        missing,
      )
      await expectSame(
        otherDriver,
        (id) => ({ path: '/payments/validate', body: { transactionId: id } }),
        [transactionId, '9-1795000000-9'],
        missing,
      )
    }
  })

  it('the car of somebody else, to publish with', async () => {
    const body = {
      stops: [{ placeId: BOGOTA }, { placeId: CALI }],
      departsAt: addMs(shop.clock.now(), 20 * DAY_MS).toISOString(),
      seats: 3,
      seatPrice: 60_000,
    }
    await expectSame(
      otherDriver,
      (vehicleId) => ({ path: '/trips', body: { ...body, vehicleId } }),
      [driver.vehicleId, newId()],
      { status: 404, code: 'vehicle_not_found' },
    )
  })

  it('the car of somebody else, to put a document on', async () => {
    const { token } = otherDriver
    const answers = []
    for (const vehicleId of [driver.vehicleId, newId()]) {
      const fields = { kind: 'property_card', vehicleId }
      const answer = await postForm(shop.app, '/documents', {
        token,
        fields,
        file: { bytes: photo },
      })
      const { requestId: _, ...rest } = answer.json()
      answers.push({ status: answer.statusCode, rest })
    }
    expect(answers[0]).toMatchObject({ status: 404, rest: { code: 'vehicle_not_found' } })
    expect(answers[0]).toEqual(answers[1])
  })

  it('the stops of another trip', async () => {
    await expectSame(
      passenger,
      (id) => ({
        path: `/trips/${otherTrip.tripId}/bookings`,
        body: { fromStopId: `${id}.0`, toStopId: otherTrip.stop(CALI) },
      }),
      [trip.tripId, newId()],
      { status: 404, code: 'stop_not_found' },
    )
  })

  it('the code of a ticket of another trip', async () => {
    await expectSame(
      otherDriver,
      (typed) => ({ path: `/trips/${otherTrip.tripId}/check-in`, body: { code: typed } }),
      [code, '234567'],
      { status: 422, code: 'ticket_invalid' },
    )
  })
})

describe('a verifier', () => {
  const view = (user: TestUser) =>
    shop.app.inject({
      url: `/api/admin/verifications/${ids.documentId}/file?reason=review`,
      headers: { authorization: `Bearer ${user.token}` },
    })

  // covers: C94
  it('sees no document any more once the role or the session has ended, token or not', async () => {
    const verifier = await aUser(shop.deps, { roles: ['passenger', 'verifier'] })
    expect((await view(verifier)).statusCode).toBe(200)
    await asOwner(shop.deps.databaseUrl, `update users set roles = '{passenger}' where id = $1`, [
      verifier.userId,
    ])
    expect((await view(verifier)).statusCode).toBe(403)
    await asOwner(
      shop.deps.databaseUrl,
      `update users set roles = '{passenger,verifier}' where id = $1`,
      [verifier.userId],
    )
    await asOwner(shop.deps.databaseUrl, 'update sessions set revoked_at = $2 where id = $1', [
      verifier.sessionId,
      shop.clock.now(),
    ])
    expect((await view(verifier)).statusCode).toBe(401)
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      `select count(*)::int as views from audit_entries
       where action = 'document.viewed' and actor_id = $1 and subject_id = $2`,
      [verifier.userId, ids.documentId],
    )
    expect(rows).toEqual([{ views: 1 }])
  })
})

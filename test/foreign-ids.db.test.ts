import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RouteDef } from '#contract/route.ts'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { uploadDocument } from '#server/modules/people/verification/index.ts'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { aSanction } from './conduct-factories.ts'
import { asOwner } from './db.ts'
import {
  type Attempt,
  type Complaint,
  failuresOf,
  needsAccount,
  type Operation,
  operations,
  type WriteWatch,
  watchWrites,
} from './every-route.ts'
import {
  aFundedWallet,
  aUser,
  aVerifiedDriver,
  type TestDriver,
  type TestUser,
} from './factories.ts'
import { bodiesAbout } from './foreign-id-bodies.ts'
import { OPEN, SHARED, SHARED_ABOARD } from './foreign-id-exceptions.ts'
import { postForm } from './http-client.ts'
import {
  aClaim,
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
import { PLANTED, plantedRoutes } from './planted-routes.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, type TestTrip } from './trip-factories.ts'
import { openPaymentsApp, type PaymentsApp } from './wompi.ts'

// Every call of the contract answers the id of another person's resource exactly like an unknown
// id, and changes nothing.

let shop: PaymentsApp
let photo: Buffer
/** Ids of one person's resources, by the names that the contract uses. */
let ids: Record<string, string>
let code: string
let bodies: Record<string, object>
let driver: TestDriver
let trip: TestTrip
let passenger: TestUser
/** Other people: a passenger of the same trip, and a driver with another trip. */
let intruders: [string, TestUser][]
let otherDriver: TestDriver
let otherTrip: TestTrip
let writes: WriteWatch

beforeAll(async () => {
  const planted = plantedRoutes(() => shop.deps.db, { isKnown: (id) => id === ids.tripId })
  shop = await openPaymentsApp({ extensions: [planted] })
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
    connectionId: await aConnection(bookingId),
    keepId: await keep(await aUser(deps)),
    rideRequestId: await aRideRequest(passenger),
    alertId: await anAlert(shop, passenger),
    documentId: await aDocument(passenger),
    seriesId: await aSeries(shop, driver),
    sessionId: passenger.sessionId,
    ...(await aConversation(passenger)),
    caseId: await aCase(passenger),
    incidentId: await anIncident(shop, { tripId: trip.tripId, bookingId }, passenger),
    shareId: await aShare(shop, bookingId, passenger),
    ratingId: await aRating(shop, bookingId, { by: driver, of: passenger }),
    userId: passenger.userId,
    passkeyId: await aPasskey(shop, passenger),
    claimId: await aClaim(shop, await aUser(deps)),
    ...(await aSanction(shop, passenger, driver)),
    ...(await aTicket(shop, passenger)),
    ...(await aWithdrawal(shop, passenger)),
    ...(await someMoney(shop, passenger)),
  }
  bodies = bodiesAbout({ trip, code, rideRequestId: ids.rideRequestId })
  intruders = [
    ['a passenger of the same trip', neighbour],
    ['another driver', otherDriver],
  ]
  writes = await watchWrites(deps.databaseUrl)
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

/** Makes the booking the first part of a trip with one change. */
async function aConnection(bookingId: string): Promise<string> {
  const id = newId()
  const change = 'update bookings set connection_id = $1, connection_part = 1 where id = $2'
  await asOwner(shop.deps.databaseUrl, change, [id, bookingId])
  return id
}

async function keep(user: TestUser): Promise<string> {
  const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
  const { body } = await shop.post(user, `/trips/${trip.tripId}/keeps`, stops)
  return (body as unknown as { keep: { id: string } }).keep.id
}

/** A conversation with a proposed meeting point. */
async function aConversation(user: TestUser) {
  await loadSafePoints(shop.deps)
  const { body } = await shop.post(user, `/trips/${trip.tripId}/conversations`, {})
  const conversationId = (body as unknown as { conversation: { id: string } }).conversation.id
  const pointId = derivedId('safe-point', 'bogota-terminal-salitre')
  const proposed = { id: newId(), end: 'from', pointId }
  const answer = await shop.post(user, `/conversations/${conversationId}/proposals`, proposed)
  const { message } = answer.body as unknown as { message: { id: string } }
  return { conversationId, messageId: message.id }
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

/** Creates a case about a second charge of this person's top-up. */
async function aCase(user: TestUser): Promise<string> {
  const reference = await shop.topUp(user, 20_000)
  for (let charge = 0; charge < 2; charge += 1) {
    shop.wompi.settle(shop.payer(reference, 20_000), 'APPROVED')
    await shop.settleAll()
  }
  const found = shop.deps.db.selectFrom('payment_cases').select('id')
  return (await found.executeTakeFirstOrThrow()).id
}

async function ask(user: TestUser, route: RouteDef, named: Record<string, string>) {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? `unnamed ${name}`)
  const { token } = user
  const answer = await shop.app.inject({
    method: route.method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(route.path.endsWith('/segment') && !route.body
      ? { query: { from: trip.stop(BOGOTA), to: trip.stop(CALI) } }
      : {}),
    ...(route.body ? { payload: bodies[route.path] ?? {} } : {}),
  })
  const { requestId: _, ...body } = answer.json()
  return { status: answer.statusCode, body }
}

const namesOf = (route: RouteDef) => Object.keys(route.params?.shape ?? {})

const guarded = operations.filter(([name, route]) => {
  if (!route.params || !needsAccount([name, route]) || OPEN.has(name)) return false
  return !namesOf(route).every((it) => SHARED.has(it))
})

/** Calls each route with the ids of one person, as each of the others. */
function withForeignIds(tried: readonly Operation[]): Attempt[] {
  return tried.flatMap(([name, route]) =>
    (SHARED_ABOARD.has(name) ? intruders.slice(1) : intruders).map(([who, user]) => ({
      name,
      fault: `by ${who}`,
      async check(): Promise<Complaint> {
        const missing = namesOf(route).filter((id) => !(id in ids))
        // For a new kind of id, create a resource above, or list the id as shared.
        if (missing.length > 0) return `nobody has a ${missing.join(', ')}`
        const unknown = Object.fromEntries(namesOf(route).map((id) => [id, newId()]))
        const answer = await ask(user, route, ids)
        const expected = JSON.stringify(await ask(user, route, unknown))
        // Always read, so that a write of this attempt is not counted for the next one.
        const written = await writes.complaint()
        const seen = JSON.stringify(answer)
        if (![403, 404].includes(answer.status)) return seen
        if (seen !== expected) return `${seen}, and for an unknown id ${expected}`
        return written
      },
    })),
  )
}

describe("every route with the id of another person's resource", () => {
  it("answers the id of another person's resource as an unknown id, on every route", async () => {
    const attempts = withForeignIds(guarded)
    expect(attempts.length).toBeGreaterThan(200)
    await writes.complaint()
    expect(await failuresOf(attempts, 1)).toEqual([])
  })

  it('names a planted route that answers a foreign id differently, or writes', async () => {
    await writes.complaint()
    const planted = [PLANTED.open, PLANTED.tells, PLANTED.hides]
    const failures = await failuresOf(withForeignIds(planted), 1)
    expect(failures.filter((line) => line.includes('another driver'))).toEqual([
      'planted.open, by another driver: {"status":200,"body":{}}',
      expect.stringMatching(/^planted.tells, by .*"forbidden".* for an unknown id .*"not_found"/),
      'planted.hides, by another driver: wrote jobs',
    ])
    expect(failures).toHaveLength(6)
  })
})

describe('a foreign id inside a request', () => {
  /** Sends the request twice: with another person's id, and with an unknown id. */
  async function expectSame(
    user: TestUser,
    request: (id: string) => { path: string; body?: object },
    [foreign, unknown]: [string, string],
    expected: { status: number; code: string },
  ) {
    await writes.complaint()
    const answers = []
    for (const id of [foreign, unknown]) {
      const { path, body } = request(id)
      const { status, body: answer } = await shop.post(user, path, body)
      const { requestId: _, ...rest } = answer as unknown as Record<string, unknown>
      answers.push({ status, rest })
    }
    expect(answers[0]).toMatchObject({ status: expected.status, rest: { code: expected.code } })
    expect(answers[0]).toEqual(answers[1])
    expect(await writes.complaint()).toBeNull()
  }

  it('answers a foreign wallet as an unknown wallet', async () => {
    const own = walletId(passenger.userId)
    await expectSame(
      otherDriver,
      (id) => ({ path: `/wallet/transactions?wallet_id=${id}` }),
      [own, newId()],
      { status: 404, code: 'not_found' },
    )
  })

  it('refuses a top-up in the name of another person', async () => {
    await expectSame(
      otherDriver,
      (userId) => ({ path: '/payments/create', body: { amount: 50_000, userId } }),
      [passenger.userId, newId()],
      { status: 403, code: 'forbidden' },
    )
  })

  it('answers a foreign payment as unknown, whether credited or not', async () => {
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

  it("refuses to publish with another person's car", async () => {
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

  it("refuses a document for another person's car", async () => {
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

  it('refuses a booking with the stops of another trip', async () => {
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

  it('refuses the ticket code of another trip', async () => {
    await expectSame(
      otherDriver,
      (typed) => ({ path: `/trips/${otherTrip.tripId}/check-in`, body: { code: typed } }),
      [code, '234567'],
      { status: 422, code: 'ticket_invalid' },
    )
  })
})

describe('a verifier without role or session', () => {
  const view = (user: TestUser) =>
    shop.app.inject({
      url: `/api/admin/verifications/${ids.documentId}/file?reason=review`,
      headers: { authorization: `Bearer ${user.token}` },
    })

  it('hides documents from a verifier whose role or session has ended', async () => {
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

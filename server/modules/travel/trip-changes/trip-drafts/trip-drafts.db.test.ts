import { beforeEach, describe, expect, it } from 'vitest'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import {
  aUser,
  aVerifiedDriver,
  freshToken,
  type TestDriver,
  type TestUser,
} from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPageOfPrint } from '#test/images.ts'
import { APPROVE, decide } from '#test/review-steps.ts'
import { aRoadNetwork, aTrip, BOGOTA, GIRARDOT } from '#test/trip-factories.ts'
import { publishDraft } from './publish-draft.ts'

// The clock of the tests starts on Friday, 20 November 2026, 8:00 in Bogotá.
const MONDAY = '2026-11-23T06:00:00-05:00'
const SECOND = 1000

let test: TestApp
let driver: TestDriver
let verifier: TestUser

/** A driver whose licence waits for approval again, and whose car is complete. */
beforeEach(async () => {
  test ??= await openTestApp()
  await aRoadNetwork(test.deps)
  test.clock.set(new Date('2026-11-20T08:00:00-05:00'))
  driver = await aVerifiedDriver(test.deps)
  verifier = await aUser(test.deps, { firstName: 'Vera', roles: ['verifier'] })
  await sql(`delete from documents where owner_id = $1 and kind = 'licence'`, driver.userId)
})

const sql = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

async function tripBody(changes: Record<string, unknown> = {}) {
  const request = { stops: [BOGOTA, GIRARDOT], departsAt: new Date(MONDAY), seats: 3 }
  const { quote } = await quoteTrip(test.deps, request)
  return {
    vehicleId: driver.vehicleId,
    stops: request.stops.map((placeId) => ({ placeId })),
    departsAt: MONDAY,
    seats: 3,
    seatPrice: quote.seat.recommended,
    ...changes,
  }
}

async function call(method: 'GET' | 'PUT' | 'DELETE', payload?: object) {
  const answer = await test.app.inject({
    method,
    url: '/api/trip-draft',
    headers: { authorization: `Bearer ${await freshToken(test.deps, driver)}` },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function tick(changes: Record<string, unknown> = {}, repeat?: object) {
  const answer = await call('PUT', { trip: await tripBody(changes), ...(repeat ? { repeat } : {}) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await test.runJobs()
}

/** Sends the missing licence, has it approved, and lets the 30 seconds for undoing pass. */
async function approveLicence(tripsBefore = 0) {
  const token = await freshToken(test.deps, driver)
  const fields = { kind: 'licence', expiresOn: '2030-01-01' }
  const sent = await postForm(test.app, '/documents', {
    token,
    fields,
    file: { bytes: await aPageOfPrint() },
  })
  expect(sent.statusCode, sent.body).toBe(201)
  const decided = await decide(test, verifier, { [sent.json().document.id]: APPROVE })
  expect(decided.statusCode, decided.body).toBe(200)
  test.clock.advance(29 * SECOND)
  await test.runJobs()
  expect(await trips()).toHaveLength(tripsBefore)
  test.clock.advance(SECOND)
  await test.runJobs()
}

async function switchPublishing(isOn: boolean) {
  const admin = await aUser(test.deps, { roles: ['passenger', 'admin'] })
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/admin/switches/publishing',
    headers: { authorization: `Bearer ${await freshToken(test.deps, admin)}` },
    payload: { isOn, reason: 'Revisamos los precios.' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

const trips = () => sql('select id from trips where driver_id = $1', driver.userId)
const told = async () =>
  (
    await sql(
      `select kind, body from notifications where user_id = $1 and kind like 'trip_draft%'`,
      driver.userId,
    )
  ).map(({ kind, body }) => [kind, body])
const PUBLISHED = ['trip_draft_published', expect.stringContaining('publicamos el viaje')]
const shown = async () => (await call('GET')).body.draft

describe('a trip that waits for the approval of documents', () => {
  it('publishes itself when the documents are approved, once, and tells the driver', async () => {
    await tick()
    expect(await shown()).toMatchObject({ status: 'waiting', reason: null, tripId: null })
    expect(await trips()).toEqual([])
    await approveLicence()
    const [trip] = await trips()
    expect(trip).toBeDefined()
    expect(await shown()).toMatchObject({ status: 'published', tripId: trip?.id })
    expect(await told()).toEqual([PUBLISHED])
    await publishDraft(test.deps, { driverId: driver.userId })
    expect([await trips(), await told()]).toEqual([[trip], [PUBLISHED]])
  })

  it('publishes a waiting trip once when a worker dies, or two workers run', async () => {
    await tick()
    await approveLicence()
    await sql(
      `update trip_drafts set status = 'waiting', trip_id = null, decided_at = null
       where driver_id = $1`,
      driver.userId,
    )
    await Promise.all([1, 2].map(() => publishDraft(test.deps, { driverId: driver.userId })))
    expect(await trips()).toHaveLength(1)
    expect(await told()).toEqual([PUBLISHED])
  })

  it("does not publish a waiting trip without the driver's tick", async () => {
    await tick()
    expect((await call('DELETE')).body).toEqual({ draft: null })
    expect((await call('DELETE')).status).toBe(200)
    await approveLicence()
    expect([await shown(), await trips(), await told()]).toEqual([null, [], []])
  })

  it('goes on waiting while another document is missing', async () => {
    await sql(`delete from documents where owner_id = $1 and kind = 'soat'`, driver.userId)
    await tick({ seatPrice: 900_000 })
    await approveLicence()
    expect(await shown()).toMatchObject({ status: 'waiting' })
    expect([await trips(), await told()]).toEqual([[], []])
  })

  it('waits while publishing is off, and publishes itself when it is on again', async () => {
    await tick()
    await switchPublishing(false)
    await approveLicence()
    expect([await shown(), await told()]).toEqual([
      expect.objectContaining({ status: 'waiting', reason: null }),
      [],
    ])
    await switchPublishing(true)
    test.clock.advance(HOUR_MS)
    await test.runJobs()
    expect(await trips()).toHaveLength(1)
    expect(await told()).toEqual([PUBLISHED])
  })

  it('publishes a trip saved just after its documents were approved', async () => {
    await approveLicence()
    await tick()
    expect(await trips()).toHaveLength(1)
    expect(await told()).toEqual([PUBLISHED])
  })

  it('publishes the weekly repetition of the trip', async () => {
    await tick({}, { weekdays: [1] })
    await approveLicence()
    expect(await trips()).toHaveLength(4)
    expect(await shown()).toMatchObject({ status: 'published' })
  })

  it("refuses to store a trip with another person's car or for a past day", async () => {
    const other = await aVerifiedDriver(test.deps)
    const code = async (changes: object) =>
      (await call('PUT', { trip: await tripBody({ ...changes }) })).body.code
    expect(await code({ vehicleId: other.vehicleId })).toBe('vehicle_not_found')
    expect(await code({ departsAt: '2026-11-19T06:00:00-05:00' })).toBe('trip_departs_in_past')
    expect(await shown()).toBeNull()
  })
})

describe('a waiting trip that can no longer be published', () => {
  const refusedWith = async (reason: RegExp) => {
    const draft = await shown()
    expect(draft).toMatchObject({ status: 'refused', tripId: null })
    expect(draft.reason).toMatch(reason)
    expect(await told()).toEqual([['trip_draft_refused', expect.stringContaining(draft.reason)]])
  }

  it('tells the driver that the price is above the ceiling', async () => {
    await tick({ seatPrice: 900_000 })
    await approveLicence()
    await refusedWith(/./)
    expect(await trips()).toEqual([])
  })

  it('tells the driver that the day is past', async () => {
    await tick()
    test.clock.set(new Date('2026-11-24T08:00:00-05:00'))
    await approveLicence()
    await refusedWith(/futuro/)
    expect(await trips()).toEqual([])
  })

  it('tells the driver which other trip overlaps', async () => {
    await tick()
    const departsAt = addMs(new Date(MONDAY), DAY_MS)
    const other = await aTrip(test.deps, { stops: [BOGOTA, GIRARDOT], departsAt })
    await sql(
      `update trips set driver_id = $1, vehicle_id = $2, departs_at = departs_at - interval '1 day',
         arrives_at = arrives_at - interval '1 day' where id = $3`,
      driver.userId,
      driver.vehicleId,
      other.tripId,
    )
    await approveLicence(1)
    await refusedWith(/Bogotá → Girardot/)
    expect(await trips()).toHaveLength(1)
  })

  it('tells the driver that direct payment needs a balance', async () => {
    await tick({ paymentModes: ['billetera', 'directo'] })
    await approveLicence()
    await refusedWith(/\$10\.000/)
    expect(await trips()).toEqual([])
  })
})

it('does not publish a draft that this release cannot read, and says so', async () => {
  await tick()
  const moved = `jsonb_set(request, '{trip}', request -> 'trip' || '{"isInstant": true}')`
  await sql(`update trip_drafts set request = ${moved} where driver_id = $1`, driver.userId)
  const lost = { status: 'refused', reason: expect.stringMatching(/ya no podemos leerlo/) }
  expect(await shown()).toMatchObject(lost)
  await approveLicence()
  expect([await trips(), await shown()]).toEqual([[], expect.objectContaining(lost)])
  const rows = await sql(`select body from notifications where kind = 'trip_unreadable'`)
  expect(rows).toEqual([{ body: expect.stringMatching(/Lo guardaste: vie, 20 de nov/) }])
})

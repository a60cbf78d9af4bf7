import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openRatingsApp, type RatingsApp } from '#test/rating-factories.ts'
import { supportSteps } from '#test/support-steps.ts'

type Queue = {
  queue: string
  count: number
  urgency: string
  oldestAt: string | null
  dueAt: string | null
}

let test: RatingsApp
let support: TestUser
let finance: TestUser
let verifier: TestUser
let admin: TestUser

beforeAll(async () => {
  test = await openRatingsApp()
  const aMember = (role: 'support' | 'finance' | 'verifier' | 'admin') =>
    aUser(test.deps, { roles: ['passenger', role] })
  support = await aMember('support')
  finance = await aMember('finance')
  verifier = await aMember('verifier')
  admin = await aMember('admin')
})

async function today(who: TestUser) {
  const { status, body } = await test.call(who, 'GET', '/admin/today')
  expect([status, body.code]).toEqual([200, undefined])
  return body
}

async function queueOf(who: TestUser, name: string): Promise<Queue | undefined> {
  return (await today(who)).queues.find(({ queue }: Queue) => queue === name)
}

/** A pending document of a person, as the upload stores it. */
async function aPendingDocument(who: TestUser, kind: string, createdAt: Date): Promise<void> {
  await asOwner(
    test.deps.databaseUrl,
    `insert into documents (id, owner_id, kind, status, storage_key, content_type, sha256,
       created_at) values ($1::uuid, $2, $3, 'pending', $1::uuid::text, 'image/jpeg', '\\x00', $4)`,
    [newId(), who.userId, kind, createdAt],
  )
}

describe('the queues of the team', () => {
  it('shows each role only the queues that it may work on', async () => {
    const names = async (who: TestUser) =>
      (await today(who)).queues.map(({ queue }: Queue) => queue)
    expect(await names(verifier)).toEqual(['signatures', 'verification'])
    const ofFinance = ['payment-cases', 'signatures', 'withdrawals']
    expect((await names(finance)).sort()).toEqual(ofFinance)
    expect(await names(support)).not.toContain('withdrawals')
    expect(await names(admin)).toHaveLength(14)
    const stranger = await aUser(test.deps)
    expect((await test.call(stranger, 'GET', '/admin/today')).body.code).toBe('forbidden')
  })

  it('shows an empty queue without age and without due time', async () => {
    expect(await queueOf(support, 'appeals')).toEqual({
      ...{ queue: 'appeals', count: 0, urgency: 'waiting', oldestAt: null, dueAt: null },
    })
  })

  it('counts people with documents or a photo to review, and their due time', async () => {
    const [ana, luz] = [await aUser(test.deps), await aUser(test.deps)]
    const eva = await aUser(test.deps)
    // Friday at 18:00 in Bogotá: 2 office hours are left, then 8, 4, and 12 on each weekday.
    const friday = new Date('2026-11-20T23:00:00.000Z')
    await aPendingDocument(ana, 'licence', friday)
    await aPendingDocument(ana, 'soat', addMs(friday, HOUR_MS))
    await aPendingDocument(luz, 'licence', addMs(friday, HOUR_MS))
    await aPendingDocument(verifier, 'licence', addMs(friday, -DAY_MS))
    await asOwner(
      test.deps.databaseUrl,
      'insert into driver_photos (user_id, waiting_since) values ($1, $3), ($2, $3)',
      [eva.userId, luz.userId, addMs(friday, HOUR_MS)],
    )
    expect(await queueOf(verifier, 'verification')).toEqual({
      queue: 'verification',
      count: 3,
      urgency: 'waiting',
      oldestAt: friday.toISOString(),
      // 14 office hours until Sunday, 34 more: Monday and Tuesday 24, and 10 on Wednesday.
      dueAt: new Date('2026-11-25T23:00:00.000Z').toISOString(),
    })
  })

  it('shows the due time of the ticket that is due first', async () => {
    const desk = supportSteps(test)
    test.clock.set(TEST_NOW)
    const person = await aUser(test.deps)
    await desk.opened(person)
    await desk.opened(person, { kind: 'safety' })
    expect(await queueOf(support, 'tickets')).toMatchObject({
      count: 2,
      oldestAt: TEST_NOW.toISOString(),
      dueAt: addMs(TEST_NOW, 2 * HOUR_MS).toISOString(),
    })
  })

  it('lists a taken emergency and a safety ticket before a late map pin', async () => {
    test.clock.set(TEST_NOW)
    const trip = await test.newTrip()
    const steps = [
      `insert into incidents (id, user_id, trip_id, kind, sealed, pressed_at, created_at, due_at,
         taken_by, taken_at)
       select id, driver_id, id, 'emergency', '', $1, $1, $1, driver_id, $1 from trips
       where id = '${trip.tripId}'`,
      `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
         created_at)
       select gen_random_uuid(), id, 'Portal', 'other', 4, -74, false, 'Calle 1', 'proposed',
         $1::timestamptz - interval '30 days' from places limit 1`,
    ]
    for (const step of steps) await asOwner(test.deps.databaseUrl, step, [TEST_NOW])
    await supportSteps(test).opened(await aUser(test.deps), { kind: 'safety' })
    const { queues } = await today(admin)
    const order = queues.map(({ queue }: Queue) => queue)
    expect(order.slice(0, 2)).toEqual(['incidents', 'tickets'])
    expect(queues[0]).toMatchObject({ urgency: 'emergency', dueAt: null })
    expect(order.indexOf('safe-points')).toBeGreaterThan(1)
    await asOwner(test.deps.databaseUrl, 'update support_tickets set status = $1, due_at = null', [
      'waiting',
    ])
  })

  it('shows the departure of a person who wrote and travels today', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 6 * HOUR_MS) })
    const passenger = await test.aPassenger()
    const booking = await test.booked(passenger, trip)
    await supportSteps(test).opened(passenger)
    expect(await queueOf(support, 'tickets')).toMatchObject({
      ...{ urgency: 'travel', dueAt: new Date(booking.from.at).toISOString() },
    })
  })

  it('gives a case of a paused person 24 hours from the deadline of the answer', async () => {
    const [paused, reporter] = [await aUser(test.deps), await aUser(test.deps)]
    const [caseId, pauseId] = [newId(), newId()]
    await asOwner(
      test.deps.databaseUrl,
      `insert into sanction_events (id, sanction_id, user_id, kind, reason, at, cause)
       values ($1::uuid, $1::uuid, $2, 'paused', 'Caso', $3, 'case')`,
      [pauseId, paused.userId, addMs(TEST_NOW, -HOUR_MS)],
    )
    await asOwner(
      test.deps.databaseUrl,
      `insert into conduct_cases (id, kind, user_id, reporter_id, subject_kind, subject_id, reason,
         created_at, pause_id, hearing_asked_at, hearing_note)
       values ($1, 'report', $2::uuid, $3, 'user', $2::uuid, 'other', $4, $5, $4, 'Cuéntanos.')`,
      [caseId, paused.userId, reporter.userId, TEST_NOW, pauseId],
    )
    expect(await queueOf(support, 'conduct')).toMatchObject({
      count: 1,
      dueAt: addMs(TEST_NOW, 72 * HOUR_MS).toISOString(),
    })
  })
})

describe('the trips of today', () => {
  it('shows no trips to a member without the permission to see people', async () => {
    expect((await today(verifier)).trips).toBeNull()
  })

  it('counts what departs today, and leaves out trips of tomorrow', async () => {
    test.clock.set(TEST_NOW)
    const before = (await today(support)).trips
    await test.newTrip({ departsAt: addMs(TEST_NOW, 3 * HOUR_MS) })
    await test.newTrip({ departsAt: addMs(TEST_NOW, 30 * HOUR_MS) })
    const after = (await today(support)).trips
    expect(after.departures).toBe(before.departures + 1)
    expect(after.ahead).toBe(before.ahead + 1)
  })

  it('counts the trips on the road, and names those that are late', async () => {
    test.clock.set(TEST_NOW)
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 3 * HOUR_MS) })
    await test.booked(await test.aPassenger(), trip)
    const road = async () => (await today(support)).trips.road
    const { counts } = await road()
    test.clock.set(addMs(trip.facts.departsAt, 15 * MINUTE_MS))
    const late = await road()
    expect(late.counts.late_to_leave).toBe(counts.late_to_leave + 1)
    expect(late.items[0]).toMatchObject({ id: trip.tripId, lateMinutes: 15 })
  })

  it('counts a request until the driver answers it', async () => {
    test.clock.set(TEST_NOW)
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 20 * HOUR_MS), instant: false })
    const requests = async () => (await today(finance)).trips.requests
    const before = await requests()
    const booking = await test.booked(await test.aPassenger(), trip)
    expect(await requests()).toBe(before + 1)
    await test.act(trip.driver, booking, 'accept')
    expect(await requests()).toBe(before)
  })
})

describe('own work', () => {
  it('lists the emergency and the ticket that the viewer took, not those of others', async () => {
    test.clock.set(TEST_NOW)
    const trip = await test.newTrip()
    const person = await aUser(test.deps, { firstName: 'Camila' })
    const ticket = await supportSteps(test).opened(person)
    const own = async (who: TestUser) => (await today(who)).mine
    expect(await own(support)).toEqual([])
    const taken = 'update support_tickets set assigned_to = $1 where id = $2'
    await asOwner(test.deps.databaseUrl, taken, [support.userId, ticket])
    await asOwner(
      test.deps.databaseUrl,
      `insert into incidents (id, user_id, trip_id, kind, sealed, pressed_at, created_at, due_at,
         taken_by, taken_at) values ($1, $2, $3, 'emergency', '', $4, $4, $4, $5, $4)`,
      [newId(), person.userId, trip.tripId, TEST_NOW, support.userId],
    )
    expect(await own(support)).toMatchObject([
      { kind: 'incident', dueAt: null },
      { kind: 'ticket', id: ticket, name: expect.stringContaining('Camila') },
    ])
    expect(await own(admin)).toEqual([])
    expect(await own(finance)).toEqual([])
  })

  it('puts the ticket of somebody who travels soon first, with that departure', async () => {
    const traveller = await test.aPassenger()
    const booking = await test.booked(traveller, await test.newTrip())
    test.toPickUp(booking, -2 * HOUR_MS)
    const owner = await aUser(test.deps, { roles: ['passenger', 'support'] })
    const later = await supportSteps(test).opened(await aUser(test.deps))
    const soon = await supportSteps(test).opened(traveller)
    const taken = `update support_tickets set assigned_to = $1, due_at = case id when $2 then
      due_at - interval '3 days' else due_at end where id = any (array[$2, $3]::uuid[])`
    await asOwner(test.deps.databaseUrl, taken, [owner.userId, later, soon])
    expect((await today(owner)).mine).toMatchObject([
      { id: soon, urgency: 'travel', dueAt: new Date(booking.from.at).toISOString() },
      { id: later, urgency: 'waiting' },
    ])
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, proveSessions, type TestUser } from '#test/factories.ts'
import { BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { alarmOverdue } from './open-incident.ts'

let test: BookingsApp
let team: TestUser
let trip: TestTrip
let ana: TestUser
let booking: { id: string }

beforeAll(async () => {
  test = await openBookingsApp()
  team = await aUser(test.deps, { roles: ['passenger', 'support'], firstName: 'Sara' })
})

beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
})

const HERE = { lat: 4.31, lng: -74.8, accuracyMeters: 25 }

const incident = (more: Body = {}) => ({
  id: newId(),
  tripId: trip.tripId,
  bookingId: booking.id,
  kind: 'emergency',
  pressedAt: test.clock.now().toISOString(),
  ...more,
})

const open = (body: Body, who = ana) => test.call(who, 'POST', '/incidents', body)
const queue = async (who = team, status = 'open') =>
  (await test.call(who, 'GET', `/admin/incidents?status=${status}`)).body
const act = (id: string, what: string, body: Body = {}, who = team) =>
  test.call(who, 'POST', `/admin/incidents/${id}/${what}`, body)
const find = async (id: string, who = team) =>
  (await queue(who)).items.find((each: { id: string }) => each.id === id)

async function lateNow() {
  const errors: unknown[] = []
  const warnings: unknown[] = []
  let counted = 0
  const log = {
    error: (facts: unknown) => void errors.push(facts),
    warn: (facts: unknown) => void warnings.push(facts),
  }
  const count = () => {
    counted += 1
  }
  const metrics = { ...test.deps.metrics, count }
  await alarmOverdue({ ...test.deps, log, metrics } as never)
  return { errors, warnings, counted }
}

describe('an emergency', () => {
  it('gives the team two hours from the arrival of an emergency and tells its sender', async () => {
    const pressedAt = addMs(test.clock.now(), -3 * HOUR_MS).toISOString()
    const body = incident({ pressedAt, position: HERE })
    const { status, body: answer } = await open(body)
    expect(status).toBe(201)
    expect(answer.incident).toMatchObject({ state: 'open', pressedAt, answer: null })
    const due = addMs(test.clock.now(), 2 * HOUR_MS).toISOString()
    expect([answer.incident.dueAt, answer.contactTold]).toEqual([due, false])
    // Sent again after the network failed.
    test.clock.advance(MINUTE_MS)
    expect((await open(body)).body.incident).toEqual(answer.incident)
    const mine = await test.call(ana, 'GET', '/incidents')
    expect(mine.body.incidents).toEqual([answer.incident])
    const told = await asOwner(
      test.deps.databaseUrl,
      `select kind from notifications where user_id = $1 and kind like 'incident%'`,
      [ana.userId],
    )
    expect(told.rows).toEqual([{ kind: 'incident_received' }])
  })

  it('dates an emergency not in the future, and refuses an id used by another person', async () => {
    const body = incident({ pressedAt: addMs(test.clock.now(), HOUR_MS).toISOString() })
    expect((await open(body)).body.incident.pressedAt).toBe(test.clock.now().toISOString())
    const bea = await test.aPassenger()
    const other = await test.booked(bea, trip)
    const same = { ...body, bookingId: other.id }
    expect((await open(same, bea)).body.code).toBe('idempotency_mismatch')
  })

  it('lets only travellers open an emergency, and only on their own trip', async () => {
    expect((await open(incident({ bookingId: null }), trip.driver)).status).toBe(201)
    for (const who of [trip.driver, await aUser(test.deps)]) {
      expect((await open(incident(), who)).body.code).toBe('booking_not_found')
    }
    expect((await open(incident({ bookingId: null }))).body.code).toBe('trip_not_found')
  })

  it('stores text and position of an emergency encrypted', async () => {
    const text = 'El conductor va muy rápido'
    const { body } = await open(incident({ text, position: { ...HERE, lat: 4.987654 } }))
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select i::text as row from incidents i where id = $1',
      [body.incident.id],
    )
    for (const secret of ['rápido', '4.987654']) expect(rows[0].row).not.toContain(secret)
  })
})

it('refuses a report of feeling unsafe without a text', async () => {
  const kind = 'felt_unsafe'
  expect((await open(incident({ kind }))).body.code).toBe('report_text_required')
  const text = 'Me preguntó varias veces dónde vivo.'
  expect((await open(incident({ kind, text }))).status).toBe(201)
})

describe('incidents for the team', () => {
  async function opened(more: Body = {}): Promise<string> {
    return (await open(incident({ position: HERE, ...more }))).body.incident.id
  }

  it('shows phone and position of an emergency only to the person who took it', async () => {
    const id = await opened({ text: 'Ayuda, por favor.' })
    const before = await find(id)
    expect(before).toMatchObject({
      person: { name: 'Ana R.', isDriver: false },
      driver: { name: 'Carlos R.' },
      from: 'Bogotá',
      to: 'Cali',
      text: 'Ayuda, por favor.',
      phone: null,
      position: null,
      isMine: false,
      isOverdue: false,
    })
    const { body } = await act(id, 'take')
    expect(body.incident).toMatchObject({ isMine: true, position: HERE, takenBy: 'Sara G.' })
    expect(body.incident.phone).toMatch(/^\+57/)
    const other = await aUser(test.deps, { roles: ['admin'] })
    expect(await find(id, other)).toMatchObject({ phone: null, position: null })
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select action from audit_entries where subject_kind = 'incident' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ action: 'incident.taken' }])
  })

  it('adds a note to an incident and closes it with an answer that the person reads', async () => {
    const id = await opened()
    await act(id, 'take')
    const noted = await act(id, 'notes', { body: 'La llamé: está bien.' })
    expect(noted.body.incident.notes).toMatchObject([
      { author: 'Sara G.', body: 'La llamé: está bien.' },
    ])
    const closing = { outcome: 'helped', answer: 'Hablamos contigo y con el conductor.' }
    expect((await act(id, 'close', closing)).status).toBe(200)
    expect((await act(id, 'close', closing)).status).toBe(200)
    const again = await act(id, 'close', { ...closing, outcome: 'no_danger' })
    expect(again.body.code).toBe('incident_closed')
    expect((await act(id, 'take')).body.code).toBe('incident_closed')
    const mine = await test.call(ana, 'GET', '/incidents')
    expect(mine.body.incidents[0]).toMatchObject({ state: 'closed', answer: closing.answer })
    expect(await find(id)).toBeUndefined()
    const closed = (await queue(team, 'resolved')).items
    expect(closed[0]).toMatchObject({ id, outcome: 'helped' })
  })

  it('raises one alarm for an incident that nobody took within two hours', async () => {
    const late = await opened()
    const other = await open(incident({ bookingId: null }), trip.driver)
    const taken = other.body.incident.id
    const report = await opened({ kind: 'felt_unsafe', text: 'Me preguntó dónde vivo.' })
    await act(taken, 'take')
    test.clock.advance(2 * HOUR_MS - 1)
    await lateNow()
    expect((await find(late)).isOverdue).toBe(false)
    test.clock.advance(1)
    expect((await find(late)).isOverdue).toBe(true)
    const alarm = await lateNow()
    expect(alarm.errors).toContainEqual({ incidentId: late })
    expect(alarm.errors).not.toContainEqual({ incidentId: taken })
    // Support tells the desk about a report in office hours.
    expect(alarm.warnings).toContainEqual({ incidentId: report })
    expect(alarm.counted).toBe(alarm.errors.length + alarm.warnings.length)
    expect((await lateNow()).errors).toEqual([])
  })

  it('refuses to let the person or the driver of an incident handle it', async () => {
    const id = await opened()
    const sql = `update users set roles = '{passenger,driver,support}' where id = any($1)`
    await asOwner(test.deps.databaseUrl, sql, [[ana.userId, trip.driver.userId]])
    await proveSessions(test.deps, [ana.sessionId, trip.driver.sessionId])
    for (const who of [ana, trip.driver]) {
      expect((await act(id, 'take', {}, who)).body.code).toBe('forbidden')
      const closing = { outcome: 'no_danger', answer: 'No pasó nada.' }
      expect((await act(id, 'close', closing, who)).body.code).toBe('forbidden')
    }
    expect((await act(newId(), 'take')).body.code).toBe('incident_not_found')
  })
})

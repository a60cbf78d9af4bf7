import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { createPushSandbox } from '#sandbox/push/push-sandbox.ts'
import { vapidPublicKey } from '#server/modules/foundation/notifications/vapid.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, proveSessions, type TestUser } from '#test/factories.ts'
import { BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { alarmOverdue } from './open-incident.ts'

let test: BookingsApp
let mail: MailSandbox
let push: ReturnType<typeof createPushSandbox>
let team: TestUser
let trip: TestTrip
let ana: TestUser
let booking: { id: string }

beforeAll(async () => {
  mail = await openMailSandbox()
  let origin = ''
  push = createPushSandbox({ origin: () => origin })
  test = await openBookingsApp({
    urls: { smtp: mail.url },
    extensions: [mail.plugin, push.plugin],
  })
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.push = origin
  team = await aUser(test.deps, { roles: ['passenger', 'support'], firstName: 'Sara' })
  return () => mail.close()
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
const show = async (id: string, who = team) =>
  (await test.call(who, 'GET', `/admin/incidents/${id}`)).body

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
  it('shows a boarding as where the car was, when the driver pressed nothing', async () => {
    const sql = `update bookings set status = 'checked_in', checked_in_at = $2 where id = $1`
    const at = test.clock.now()
    const id = (await open(incident())).body.incident.id
    const before = (await show(id)).incident.stops
    expect(before[0].reachedAt).toBe(null)
    await asOwner(test.deps.databaseUrl, sql, [booking.id, at])
    const [first, ...others] = (await show(id)).incident.stops
    expect(first).toMatchObject({ name: 'Bogotá', reachedAt: at.toISOString() })
    expect(others).toHaveLength(before.length - 1)
  })

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

const CLOSING = { outcome: 'helped', answer: 'Hablamos contigo.', readAndCalled: true }

describe('incidents for the team', () => {
  async function opened(more: Body = {}, who = ana): Promise<string> {
    return (await open(incident({ position: HERE, ...more }), who)).body.incident.id
  }

  it('shows numbers and positions of an emergency only to the person who took it', async () => {
    const bea = await test.aPassenger()
    await test.booked(bea, trip)
    const id = await opened({ text: 'Ayuda, por favor.' })
    const { incident: before } = await show(id)
    expect(before).toMatchObject({
      person: { name: 'Ana R.', isDriver: false, phone: null },
      driver: { name: 'Carlos R.', phone: null },
      others: [{ id: bea.userId, phone: null, where: 'waits' }],
      from: 'Bogotá',
      to: 'Cali',
      text: 'Ayuda, por favor.',
      positions: [],
      isMine: false,
      isOverdue: false,
    })
    expect(before.stops.map(({ name }: { name: string }) => name)).toContain('Ibagué')
    const { body } = await act(id, 'take')
    expect(body.incident).toMatchObject({ isMine: true, takenBy: { name: 'Sara G.' } })
    const pressedAt = test.clock.now().toISOString()
    expect(body.incident.positions).toEqual([{ ...HERE, name: 'Ana R.', at: pressedAt }])
    expect(body.incident.person.phone).toMatch(/^\+57/)
    const other = await aUser(test.deps, { roles: ['admin'] })
    const { incident: seen } = await show(id, other)
    expect([seen.person.phone, seen.driver.phone, seen.positions]).toEqual([null, null, []])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select action from audit_entries where subject_kind = 'incident' and subject_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ action: 'incident.taken' }])
  })

  it('shows the positions that people of an emergency share, each with its time', async () => {
    await test.call(ana, 'POST', `/bookings/${booking.id}/shares`, { name: 'Mamá' })
    const sent = { lat: 4.4, lng: -74.9, accuracyMeters: 9, ageSeconds: 60 }
    const id = await opened()
    test.clock.advance(5 * MINUTE_MS)
    await test.app.inject({
      method: 'PUT',
      url: `/api/trips/${trip.tripId}/position`,
      headers: { authorization: `Bearer ${await freshToken(test.deps, ana)}` },
      payload: sent,
    })
    await act(id, 'take')
    const { incident: seen } = await show(id)
    const at = addMs(test.clock.now(), -MINUTE_MS).toISOString()
    expect(seen.positions).toMatchObject([{ lat: 4.4, at, name: 'Ana R.' }, HERE])
  })

  it('lists emergencies before older reports, and names the next open emergency', async () => {
    const report = await opened({ kind: 'felt_unsafe', text: 'Me preguntó dónde vivo.' })
    test.clock.advance(MINUTE_MS)
    const other = await test.aPassenger()
    const seat = await test.booked(other, trip)
    const first = await opened({ bookingId: seat.id }, other)
    test.clock.advance(MINUTE_MS)
    const second = await opened({ bookingId: null }, trip.driver)
    const ids = (await queue()).items.map((each: { id: string }) => each.id)
    const mine = ids.filter((id: string) => [report, first, second].includes(id))
    expect(mine).toEqual([first, second, report])
    await asOwner(
      test.deps.databaseUrl,
      `update incidents set outcome = 'helped', answer = 'Bien', closed_by = $1,
         closed_at = created_at
       where closed_at is null and not id = any($2)`,
      [team.userId, [report, first, second]],
    )
    const next = async (id: string) => (await show(id)).incident.nextId
    expect([await next(first), await next(second), await next(report)]).toEqual([
      ...[second, first, first],
    ])
    await act(first, 'take')
    expect(await next(report)).toBe(second)
  })

  it('keeps a private note of the closing from the person, in every channel', async () => {
    const key = vapidPublicKey(test.deps.secrets.vapid ?? '')
    const subscription = push.control.subscribe(key)
    await test.call(ana, 'POST', '/push-subscriptions', { ...subscription })
    const id = await opened()
    await act(id, 'take')
    const noted = await act(id, 'notes', { body: 'La llamé: está bien.' })
    expect(noted.body.incident.notes).toMatchObject([
      { author: 'Sara G.', body: 'La llamé: está bien.' },
    ])
    const note = 'Sospecho del conductor.'
    const closing = { ...CLOSING, note }
    expect((await act(id, 'close', closing)).status).toBe(200)
    expect((await act(id, 'close', closing)).status).toBe(200)
    const again = await act(id, 'close', { ...closing, outcome: 'no_danger' })
    expect(again.body.code).toBe('incident_closed')
    expect((await act(id, 'take')).body.code).toBe('incident_closed')
    const { incident: closed } = await show(id)
    expect(closed.notes.map(({ body }: { body: string }) => body)).toEqual([
      ...['La llamé: está bien.', note],
    ])
    const mine = await test.call(ana, 'GET', '/incidents')
    expect(mine.body.incidents[0]).toMatchObject({ state: 'closed', answer: CLOSING.answer })
    const inbox = await test.call(ana, 'GET', '/notifications')
    expect(JSON.stringify([mine.body, inbox.body])).toContain(CLOSING.answer)
    await test.runJobs()
    const mails = mail.control.messages(ana.email)
    expect(JSON.stringify(mails)).toContain(CLOSING.answer)
    const pushed = push.control.messages(subscription.endpoint)
    expect(JSON.stringify(pushed)).toContain(CLOSING.answer)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select n::text as row from notifications n where user_id = $1`,
      [ana.userId],
    )
    const reached = JSON.stringify([mine.body, inbox.body, mails, pushed, rows])
    for (const words of [note, 'La llamé']) expect(reached).not.toContain(words)
    expect(await find(id)).toBeUndefined()
    const resolved = (await queue(team, 'resolved')).items
    expect(resolved).toContainEqual(expect.objectContaining({ id, outcome: 'helped' }))
  })

  it('refuses to close what the caller has not taken, and an emergency not called', async () => {
    const id = await opened()
    expect((await act(id, 'close', CLOSING)).body.code).toBe('incident_not_taken')
    const other = await aUser(test.deps, { roles: ['passenger', 'support'] })
    await act(id, 'take', {}, other)
    expect((await act(id, 'close', CLOSING)).body.code).toBe('incident_not_taken')
    await act(id, 'take', { from: other.userId })
    const unread = { ...CLOSING, readAndCalled: false }
    expect((await act(id, 'close', unread)).body.code).toBe('incident_unread')
    const { outcome, ...undecided } = CLOSING
    expect((await act(id, 'close', undecided)).status).toBe(400)
    expect((await act(id, 'close', CLOSING)).status).toBe(200)
    const report = await opened({ kind: 'felt_unsafe', text: 'Me preguntó dónde vivo.' })
    await act(report, 'take')
    expect((await act(report, 'close', unread)).status).toBe(200)
  })

  it('lets one of two take an incident at once, and another only knowingly', async () => {
    const id = await opened()
    const two = await Promise.all(
      [1, 2].map(() => aUser(test.deps, { roles: ['passenger', 'support'] })),
    )
    const answers = await Promise.all(two.map((who) => act(id, 'take', {}, who)))
    expect(answers.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
      ...['incident_taken', 'taken'],
    ])
    const { takenBy } = (await show(id)).incident
    const loser = two.find(({ userId }) => userId !== takenBy.id) ?? team
    expect((await act(id, 'take', { from: team.userId }, loser)).body.code).toBe('incident_taken')
    const after = await act(id, 'take', { from: takenBy.id }, loser)
    expect(after.body.incident.notes).toMatchObject([{ author: takenBy.name, body: 'Lo tomó.' }])
    // A later press of the person calls everybody again: whoever answers has it.
    test.clock.advance(11 * MINUTE_MS)
    await open(incident())
    expect((await act(id, 'take')).body.incident.isMine).toBe(true)
  })

  it('asks who took an emergency every 5 minutes, until there is a first entry', async () => {
    const asks = async () =>
      (
        await asOwner(
          test.deps.databaseUrl,
          `select path from notifications where user_id = $1 and kind = 'incident_unnoted'
             and path like '%' || $2`,
          [team.userId, id],
        )
      ).rows
    const id = await opened()
    await act(id, 'take')
    const asksAfter = async (ms: number) => {
      test.clock.advance(ms)
      await test.runJobs()
      return (await asks()).length
    }
    expect(await asksAfter(5 * MINUTE_MS - 1)).toBe(0)
    expect(await asksAfter(1)).toBe(1)
    expect(await asks()).toEqual([{ path: `/admin/incidents/${id}` }])
    expect(await asksAfter(5 * MINUTE_MS)).toBe(2)
    await act(id, 'notes', { body: 'Llamé a Ana: contestó.' })
    expect(await asksAfter(30 * MINUTE_MS)).toBe(2)
    const report = await opened({ kind: 'felt_unsafe', text: 'Me preguntó dónde vivo.' })
    await act(report, 'take')
    expect(await asksAfter(HOUR_MS)).toBe(2)
    // Jobs that stood still for a night ask once.
    test.clock.advance(11 * MINUTE_MS)
    await open(incident())
    await act(id, 'take')
    expect(await asksAfter(9 * HOUR_MS)).toBe(3)
  })

  it('makes an emergency of a report of the same person and trip, with its clock', async () => {
    const report = await open(incident({ kind: 'felt_unsafe', text: 'Me preguntó dónde vivo.' }))
    test.clock.advance(HOUR_MS)
    const pressed = await open(incident({ position: HERE }))
    const { id, dueAt } = report.body.incident
    expect(pressed.body.incident).toMatchObject({ id, kind: 'emergency', dueAt })
    const { alarms } = (await test.call(team, 'GET', '/admin/duty/alarms')).body
    expect(alarms.map(({ incidentId }: { incidentId: string }) => incidentId)).toContain(id)
    expect((await show(id)).incident.text).toBe('Me preguntó dónde vivo.')
    await act(id, 'take')
    test.clock.advance(48 * HOUR_MS)
    const other = await test.newTrip()
    const later = await test.booked(ana, other)
    const again = incident({ tripId: other.tripId, bookingId: later.id })
    expect((await open(again)).body.incident.id).not.toBe(id)
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

  it('hides an incident from everybody of the trip, and lets none of them handle it', async () => {
    const bea = await test.aPassenger()
    await test.booked(bea, trip)
    const id = await opened()
    const all = [ana, trip.driver, bea]
    const sql = `update users set roles = '{passenger,driver,support}' where id = any($1)`
    await asOwner(test.deps.databaseUrl, sql, [all.map(({ userId }) => userId)])
    await proveSessions(
      test.deps,
      all.map(({ sessionId }) => sessionId),
    )
    for (const who of all) {
      expect((await show(id, who)).code).toBe('forbidden')
      expect((await act(id, 'take', {}, who)).body.code).toBe('forbidden')
      expect((await act(id, 'close', CLOSING, who)).body.code).toBe('forbidden')
    }
    expect((await act(newId(), 'take')).body.code).toBe('incident_not_found')
    expect((await show(newId())).code).toBe('incident_not_found')
  })
})

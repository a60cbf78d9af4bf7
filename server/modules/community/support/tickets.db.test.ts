import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { addOfficeMs } from '#server/platform/office-hours.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { anApprovedTopUp, aUser, type TestUser } from '#test/factories.ts'
import { HELP, supportSteps } from '#test/support-steps.ts'
import { BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { alarmOverdueTickets, resolveSilent } from './handle-ticket.ts'

let test: BookingsApp
let desk: ReturnType<typeof supportSteps>
let sara: TestUser
let leo: TestUser
let trip: TestTrip
let ana: TestUser
let booking: { id: string }

beforeAll(async () => {
  test = await openBookingsApp()
  desk = supportSteps(test)
  const team = { roles: ['passenger', 'support'] as const }
  sara = await aUser(test.deps, { ...team, firstName: 'Sara' })
  leo = await aUser(test.deps, { ...team, firstName: 'Leo' })
})

beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
})

const told = async (kind: string) => {
  const query = 'select path from notifications where user_id = $1 and kind = $2'
  const { rows } = await asOwner(test.deps.databaseUrl, query, [ana.userId, kind])
  return rows.map(({ path }) => path)
}

describe('a ticket', () => {
  it('opens a ticket with the facts of its booking and a deadline in office hours', async () => {
    const id = newId()
    const asked = { id, kind: 'booking', about: { kind: 'booking', ref: booking.id } }
    const { status, body } = await desk.open(ana, asked)
    expect(status).toBe(201)
    const due = addOfficeMs(TEST_NOW, 48 * HOUR_MS).toISOString()
    expect(body.ticket).toMatchObject({ id, status: 'open', dueAt: due, about: 'Bogotá → Ibagué' })
    expect(body.ticket.subject.facts.map(({ label }: { label: string }) => label)).toEqual([
      'Recogida',
      'Cupos',
      'Valor',
    ])
    test.clock.advance(MINUTE_MS)
    // Sent again after the network failed.
    expect((await desk.open(ana, asked)).body.ticket).toEqual(body.ticket)
    expect(await told('ticket_received')).toEqual([`/soporte?caso=${id}`])
    const mine = await test.call(ana, 'GET', '/support/tickets')
    expect(mine.body.tickets).toMatchObject([{ id, excerpt: HELP, dueAt: due }])
  })

  it('accepts a ticket about a trip, movement or payment that the person can see', async () => {
    const { paymentId } = await anApprovedTopUp(test.deps, ana.userId, 20_000)
    const movements = await test.call(ana, 'GET', '/wallet/transactions')
    const subjects = [
      { kind: 'trip', ref: trip.tripId },
      { kind: 'movement', ref: movements.body.transactions[0].id },
      { kind: 'payment', ref: paymentId },
    ]
    const other = await test.aPassenger()
    for (const about of subjects) {
      const own = await test.call(ana, 'POST', '/support/about', about)
      expect(own.body.about?.title, about.kind).toMatch(/→|\$\s/)
      if (about.kind === 'trip') continue
      const foreign = await test.call(other, 'POST', '/support/about', about)
      expect(foreign.body.code).toBe('ticket_subject_not_found')
    }
    await test.call(trip.driver, 'POST', '/blocks', { userId: other.userId })
    const blocked = await test.call(other, 'POST', '/support/about', subjects[0])
    expect(blocked.body.code).toBe('ticket_subject_not_found')
    const none = await desk.open(ana, { about: { kind: 'trip', ref: 'x' } })
    expect(none.body.code).toBe('ticket_subject_not_found')
  })

  it('stores no text of a ticket in plain text', async () => {
    const about = { kind: 'booking', ref: booking.id }
    const id = await desk.opened(ana, { about })
    await desk.answer(sara, id, { text: 'Tu saldo ya está.', resolve: true })
    await desk.rate(ana, id, 5, 'Muy amables')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select (select t::text from support_tickets t where t.id = $1) ||
         (select string_agg(m::text, '') from support_messages m where ticket_id = $1) as row`,
      [id],
    )
    for (const secret of ['recarga', 'saldo', 'amables', 'Ibagué']) {
      expect(rows[0].row).not.toContain(secret)
    }
  })

  it('hides a ticket from other people, and refuses them its id', async () => {
    const id = await desk.opened(ana)
    const other = await test.aPassenger()
    expect((await desk.show(other, id)).body.code).toBe('ticket_not_found')
    expect((await desk.write(other, id)).body.code).toBe('ticket_not_found')
    expect((await desk.open(other, { id })).body.code).toBe('idempotency_mismatch')
  })

  it('accepts a ticket and a message of an expelled person', async () => {
    await asOwner(
      test.deps.databaseUrl,
      `insert into sanction_events (id, sanction_id, user_id, kind, at, reason, cause)
       values ($1, $1, $2, 'expelled', now(), 'Por la prueba.', 'support-test')`,
      [newId(), ana.userId],
    )
    const id = await desk.opened(ana)
    expect((await desk.write(ana, id)).status).toBe(201)
  })
})

describe('a ticket about safety', () => {
  it('gives a safety ticket two hours on a holiday night, and opens an incident', async () => {
    test.clock.set(new Date('2026-12-25T23:30:00-05:00'))
    const about = { kind: 'booking', ref: booking.id }
    const asked = { id: newId(), kind: 'safety', about }
    const { ticket } = (await desk.open(ana, asked)).body
    expect(ticket).toMatchObject({ dueAt: '2026-12-26T06:30:00.000Z', isIncident: true })
    await desk.open(ana, asked)
    const { incidents } = (await test.call(ana, 'GET', '/incidents')).body
    expect(incidents).toHaveLength(1)
    const { incidentId } = (await desk.desk(sara, ticket.id)).body.ticket
    expect(incidents[0].id).toBe(incidentId)
    const driver = await desk.open(trip.driver, { ...asked, id: newId() })
    expect(driver.body.ticket.isIncident).toBe(true)
  })

  it('gives a safety ticket without a trip two hours, and opens no incident', async () => {
    const { ticket } = (await desk.open(ana, { kind: 'safety' })).body
    const due = new Date(TEST_NOW.getTime() + 2 * HOUR_MS).toISOString()
    expect(ticket).toMatchObject({ dueAt: due, isIncident: false })
  })
})

describe('a thread', () => {
  it('moves a ticket through open, waiting, resolved, rated and reopened', async () => {
    const id = await desk.opened(ana)
    const due = (await desk.show(ana, id)).body.ticket.dueAt
    test.clock.advance(HOUR_MS)
    // A second message does not extend the deadline.
    expect((await desk.write(ana, id)).body.ticket.dueAt).toBe(due)
    const answer = { id: newId(), text: '¿De qué banco pagaste?' }
    await desk.answer(sara, id, answer)
    expect((await desk.desk(sara, id)).body.ticket).toMatchObject({
      status: 'waiting',
      dueAt: null,
      assignee: { name: expect.stringContaining('Sara') },
    })
    await desk.answer(sara, id, answer)
    expect(await told('ticket_answered')).toHaveLength(1)
    expect((await desk.rate(ana, id, 5)).body.code).toBe('ticket_not_resolved')
    test.clock.advance(HOUR_MS)
    const back = (await desk.write(ana, id, 'Bancolombia.')).body.ticket
    expect(back.dueAt).toBe(addOfficeMs(test.clock.now(), 48 * HOUR_MS).toISOString())
    expect(back.messages.map(({ author }: { author: string | null }) => author)).toEqual([
      null,
      null,
      expect.stringContaining('Sara'),
      null,
    ])
    await desk.answer(sara, id, { resolve: true })
    expect((await desk.show(ana, id)).body.ticket).toMatchObject({
      status: 'resolved',
      canRate: true,
    })
    expect((await desk.rate(ana, id, 4, 'Rápidos')).body.ticket).toMatchObject({
      rating: 4,
      canRate: false,
    })
    const seen = (await desk.desk(leo, id)).body.ticket
    expect([seen.rating, seen.ratingComment]).toEqual([4, 'Rápidos'])
    const again = (await desk.write(ana, id, 'Volvió a pasar.')).body.ticket
    expect(again).toMatchObject({ status: 'open', isReopened: true })
  })

  it('refuses a message in a ticket with the id of another message', async () => {
    const id = await desk.opened(ana)
    const messageId = newId()
    expect((await desk.write(ana, id, 'Uno.', messageId)).status).toBe(201)
    const same = await desk.write(ana, id, 'Uno.', messageId)
    expect(same.body.ticket.messages).toHaveLength(2)
    const mismatch = 'idempotency_mismatch'
    expect((await desk.write(ana, id, 'Dos.', messageId)).body.code).toBe(mismatch)
    const other = await desk.opened(ana)
    expect((await desk.write(ana, other, 'Uno.', messageId)).body.code).toBe(mismatch)
    expect((await desk.answer(sara, id, { id: messageId })).body.code).toBe(mismatch)
  })

  it('resolves a ticket that waited 14 days for its person, and tells them', async () => {
    const id = await desk.opened(ana)
    await desk.answer(sara, id)
    test.clock.advance(13 * DAY_MS)
    await resolveSilent(test.deps)
    expect((await desk.show(ana, id)).body.ticket.status).toBe('waiting')
    test.clock.advance(2 * DAY_MS)
    await resolveSilent(test.deps)
    await resolveSilent(test.deps)
    expect((await desk.show(ana, id)).body.ticket).toMatchObject({ status: 'resolved' })
    expect(await told('ticket_answered')).toHaveLength(2)
  })
})

it('raises one alarm for a late answer, and another after the next turn', async () => {
  const id = await desk.opened(ana, { kind: 'safety' })
  const alarms: string[] = []
  const log = { error: ({ ticketId }: { ticketId: string }) => void alarms.push(ticketId) }
  const check = () => alarmOverdueTickets({ ...test.deps, log } as never)
  const raised = () => alarms.filter((ticketId) => ticketId === id).length
  test.clock.advance(2 * HOUR_MS - 1)
  await check()
  expect(raised()).toBe(0)
  test.clock.advance(1)
  await check()
  await check()
  expect(raised()).toBe(1)
  const queue = await desk.queue(sara, 'kind=safety')
  expect(queue.body.items[0]).toMatchObject({ isOverdue: true })
  expect(queue.body.counts.overdue).toBeGreaterThan(0)
  await desk.answer(sara, id)
  await desk.write(ana, id)
  test.clock.advance(2 * HOUR_MS)
  await check()
  expect(raised()).toBe(2)
})

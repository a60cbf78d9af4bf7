import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { supportSteps } from '#test/support-steps.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { alarmOverdueTickets, resolveSilent } from './handle-ticket.ts'

let test: BookingsApp
let mail: MailSandbox
let desk: ReturnType<typeof supportSteps>
let sara: TestUser
let trip: TestTrip
let ana: TestUser
let booking: { id: string }
let incidentId: string

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openBookingsApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  desk = supportSteps(test)
  sara = await aUser(test.deps, { roles: ['passenger', 'support'], firstName: 'Sara' })
  return () => mail.close()
})

beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip)
  const pressedAt = test.clock.now().toISOString()
  const asked = { id: newId(), tripId: trip.tripId, bookingId: booking.id, kind: 'emergency' }
  const { body } = await test.call(ana, 'POST', '/incidents', { ...asked, pressedAt })
  incidentId = body.incident.id
})

const ofTrip = () => ({ kind: 'safety', about: { kind: 'trip', ref: trip.tripId } })
const ofBooking = () => ({ kind: 'safety', about: { kind: 'booking', ref: booking.id } })
const at = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString()
const act = (what: string, body: Body = {}) =>
  test.call(sara, 'POST', `/admin/incidents/${incidentId}/${what}`, body)
const close = () =>
  act('close', { outcome: 'helped', answer: 'Hablamos contigo.', readAndCalled: true })
const incidentOf = async (ticketId: string) =>
  (await desk.desk(sara, ticketId)).body.ticket.incidentId

describe('a ticket about safety on the trip of an open incident', () => {
  it("files a safety ticket into the trip's incident, with the earlier deadline", async () => {
    const due = at(2 * HOUR_MS)
    test.clock.advance(HOUR_MS)
    const { ticket } = (await desk.open(ana, ofBooking())).body
    expect(ticket).toMatchObject({ dueAt: due, isIncident: true })
    expect(await incidentOf(ticket.id)).toBe(incidentId)
    expect((await test.call(ana, 'GET', '/incidents')).body.incidents).toHaveLength(1)
    const seen = await test.call(sara, 'GET', `/admin/incidents/${incidentId}/tickets`)
    expect(seen.body.tickets).toMatchObject([{ id: ticket.id, isFiled: true }])
    // Once somebody has the incident, its clock has stopped: the answer has its own two hours.
    await act('take')
    const later = (await desk.open(ana, ofBooking())).body.ticket
    expect([await incidentOf(later.id), later.dueAt]).toEqual([incidentId, at(2 * HOUR_MS)])
    test.clock.advance(47 * HOUR_MS)
    const old = (await desk.open(ana, ofBooking())).body.ticket
    expect(await incidentOf(old.id)).not.toBe(incidentId)
  })

  it('has no second alarm while nobody took the incident, and has its own afterwards', async () => {
    const ticketId = await desk.opened(ana, ofBooking())
    const late: unknown[] = []
    const log = { ...test.deps.log, error: (facts: unknown) => void late.push(facts) }
    test.clock.advance(2 * HOUR_MS)
    const alarm = () => alarmOverdueTickets({ ...test.deps, log } as never)
    await alarm()
    expect(late).not.toContainEqual(expect.objectContaining({ ticketId }))
    await act('take')
    await alarm()
    expect(late).toContainEqual(expect.objectContaining({ ticketId }))
  })

  it('resolves a filed ticket only with its incident, and tells the person once', async () => {
    const ticketId = await desk.opened(ana, ofBooking())
    const answered = await desk.answer(sara, ticketId, { resolve: true })
    expect(answered.body.code).toBe('ticket_of_incident')
    expect((await desk.answer(sara, ticketId)).status).toBe(201)
    test.clock.advance(15 * DAY_MS)
    await resolveSilent(test.deps)
    expect((await desk.show(ana, ticketId)).body.ticket.status).toBe('waiting')
    await test.runJobs()
    mail.control.clear()
    await act('take')
    expect((await close()).status).toBe(200)
    const { ticket } = (await desk.show(ana, ticketId)).body
    expect(ticket).toMatchObject({ status: 'resolved', dueAt: null })
    expect(ticket.messages.at(-1)).toMatchObject({ author: 'Sara G.', text: 'Hablamos contigo.' })
    await test.runJobs()
    expect(mail.control.messages(ana.email).map(({ subject }) => subject)).toEqual([
      'Respondimos tu aviso de seguridad',
    ])
    // Written again, it is an ordinary ticket.
    await desk.write(ana, ticketId)
    expect((await desk.answer(sara, ticketId, { resolve: true })).status).toBe(201)
  })

  it('of somebody else is closed with words that say nothing of the incident', async () => {
    const stranger = await aUser(test.deps)
    const asDriver = (await desk.open(trip.driver, ofTrip())).body.ticket
    const asStranger = (await desk.open(stranger, ofTrip())).body.ticket
    const quiet = await test.newTrip()
    const about = { kind: 'trip', ref: quiet.tripId }
    const elsewhere = (await desk.open(stranger, { kind: 'safety', about })).body.ticket
    // Whether somebody else asked for help on that trip is not shown.
    expect(asStranger.isIncident).toBe(elsewhere.isIncident)
    expect(asStranger.dueAt).toBe(elsewhere.dueAt)
    for (const { id } of [asDriver, asStranger]) expect(await incidentOf(id)).toBe(incidentId)
    expect(await incidentOf(elsewhere.id)).toBe(null)
    await act('take')
    await close()
    for (const [who, { id }] of [
      [trip.driver, asDriver],
      [stranger, asStranger],
    ] as const) {
      const { ticket } = (await desk.show(who, id)).body
      expect(ticket.status).toBe('resolved')
      expect(ticket.messages.at(-1).text).toContain('Ya revisamos lo que nos contaste')
      expect(JSON.stringify(ticket)).not.toContain('Hablamos contigo.')
    }
  })

  it('of a visitor is filed once its address is confirmed', async () => {
    const email = 'mama-de-ana@correo.test'
    await test.app.inject({
      method: 'POST',
      url: '/api/support/requests',
      payload: {
        ...{ id: newId(), name: 'Rosa', email, kind: 'safety', tripId: trip.tripId },
        text: 'Mi hija no contesta desde Melgar.',
      },
    })
    await test.runJobs()
    const [, token] = /\/soporte#([\w-]+)/.exec(mail.control.messages(email)[0]?.text ?? '') ?? []
    const payload = { token }
    await test.app.inject({ method: 'POST', url: '/api/support/requests/confirm', payload })
    const seen = await test.call(sara, 'GET', `/admin/incidents/${incidentId}/tickets`)
    expect(seen.body.tickets).toMatchObject([{ person: { name: 'Rosa' }, isFiled: true }])
  })

  it('files a ticket written during the closing, or opens another incident', async () => {
    await act('take')
    const asked = { id: newId(), ...ofBooking() }
    await Promise.all([close(), desk.open(ana, asked)])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select t.status = 'resolved' as resolved, i.closed_at is not null as closed
       from support_tickets t join incidents i on i.id = t.incident_id where t.id = $1`,
      [asked.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].resolved).toBe(rows[0].closed)
  })

  it('shares one incident with another ticket that is written at once', async () => {
    const bea = await test.aPassenger()
    const other = await test.newTrip()
    const about = { kind: 'booking', ref: (await test.booked(bea, other)).id }
    const ids = await Promise.all([1, 2, 3].map(() => desk.opened(bea, { kind: 'safety', about })))
    expect(new Set(await Promise.all(ids.map(incidentOf))).size).toBe(1)
  })
})

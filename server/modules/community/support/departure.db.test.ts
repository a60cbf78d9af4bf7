// Deadlines of tickets about a trip that leaves soon.
import { beforeAll, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { supportSteps } from '#test/support-steps.ts'
import { BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'

let mail: MailSandbox
let test: BookingsApp
let desk: ReturnType<typeof supportSteps>

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openBookingsApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  desk = supportSteps(test)
  return () => mail.close()
})

/** A passenger with a seat on a trip that leaves in `hours`, on Friday from 8:00. */
async function aboutASeat(hours: number, from = BOGOTA) {
  const departsAt = addMs(TEST_NOW, hours * HOUR_MS)
  const trip = await test.newTrip({ departsAt })
  const ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from, to: CALI })
  const about = { kind: 'booking', ref: booking.id as string }
  return { ana, about, trip, booking, picksUpAt: new Date(booking.from.at) }
}

const previewed = async (who: TestUser, about: Body) =>
  (await test.call(who, 'POST', '/support/about', about)).body.dueAt

/** Text in the app of the message that confirms a ticket. */
const confirmed = async (who: TestUser) => {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select body from notifications where user_id = $1 and kind = 'ticket_received'`,
    [who.userId],
  )
  return rows.map(({ body }) => body).join()
}

describe('a ticket about a trip that leaves soon', () => {
  it('says before sending what it then promises: two hours before the pick-up', async () => {
    const { ana, about, picksUpAt } = await aboutASeat(8, IBAGUE)
    const due = addMs(picksUpAt, -2 * HOUR_MS).toISOString()
    const safety = addMs(TEST_NOW, 2 * HOUR_MS).toISOString()
    expect(await previewed(ana, about)).toEqual({ safety, others: due })
    const { body } = await desk.open(ana, { kind: 'booking', about })
    expect(body.ticket).toMatchObject({ dueAt: due, isOverdue: false })
    expect(await confirmed(ana)).toContain('te responde en tu caso')
  })

  it('promises nothing within two hours, and gives the team the departure', async () => {
    const { ana, about, picksUpAt } = await aboutASeat(1.5)
    expect(await previewed(ana, about)).toEqual({ safety: null, others: null })
    const { body } = await desk.open(ana, { kind: 'booking', about })
    expect(body.ticket).toMatchObject({ status: 'open', dueAt: null, isOverdue: false })
    const mine = await test.call(ana, 'GET', '/support/tickets')
    expect(mine.body.tickets).toMatchObject([{ dueAt: null }])
    expect(await confirmed(ana)).toContain('no te prometemos respuesta antes')
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select due_at from support_tickets where id = $1',
      [body.ticket.id],
    )
    expect(rows).toEqual([{ due_at: picksUpAt }])
    // A further message promises nothing either; after the departure the answer is late.
    const written = await desk.write(ana, body.ticket.id)
    expect(written.body.ticket).toMatchObject({ dueAt: null, isOverdue: false })
    test.clock.set(addMs(picksUpAt, 1))
    expect((await desk.show(ana, body.ticket.id)).body.ticket.isOverdue).toBe(true)
  })

  it('promises nothing about safety either, in the ticket and in its incident', async () => {
    const { ana, about } = await aboutASeat(1.5)
    await desk.open(ana, { kind: 'safety', about })
    expect(await confirmed(ana)).toContain('no te prometemos respuesta antes')
    await test.runJobs()
    const mails = mail.control.messages(ana.email)
    const received = mails.find(({ subject }) => subject === 'Recibimos tu aviso')
    expect(received?.text).toContain('llama al 123')
    expect(received?.text).not.toContain('Te respondemos antes de')
  })

  it('uses the usual deadline for a ticket once the seat was returned', async () => {
    const { ana, about, trip, booking } = await aboutASeat(1.5)
    const { others } = await previewed(trip.driver, { kind: 'trip', ref: trip.tripId })
    expect(others).toBeNull()
    await test.act(ana, booking, 'cancel')
    const due = await previewed(ana, about)
    expect(due.others).not.toBeNull()
    const { body } = await desk.open(ana)
    expect(body.ticket.dueAt).toBe(due.others)
  })

  it('stays urgent for who waits for a late car or rides in it, until it arrives', async () => {
    const { ana, about, trip, booking } = await aboutASeat(1.5)
    const { body } = await desk.open(ana, { kind: 'booking', about })
    const team = await aUser(test.deps, { roles: ['support'] })
    const urgencyOf = async () => {
      const { items } = (await desk.queue(team)).body
      return items.find(({ id }: { id: string }) => id === body.ticket.id)?.urgency
    }
    const drive = (what: string, more: Body = {}) =>
      test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${what}`, more)
    test.clock.set(addMs(trip.facts.departsAt, 3 * HOUR_MS))
    await drive('start')
    await drive('arrivals', { stopId: trip.stop(BOGOTA) })
    test.clock.set(addMs(new Date(booking.to.at), HOUR_MS))
    expect(await urgencyOf()).toBe('travel')
    await test.board(trip.driver, booking)
    expect(await urgencyOf()).toBe('travel')
    await drive('arrivals', { stopId: trip.stop(CALI) })
    expect(await urgencyOf()).not.toBe('travel')
  })
})

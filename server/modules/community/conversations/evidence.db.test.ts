import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { reportTrip } from '#test/conduct-steps.ts'
import { conversationSteps } from '#test/conversation-steps.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { hearDriver } from '#test/hearing-steps.ts'
import { BOGOTA, type TestTrip } from '#test/trip-factories.ts'

// Evidence of an open dispute or report: chat and last positions of both people.

let test: BookingsApp
let support: TestUser
let trip: TestTrip
let ana: TestUser
let bookingId: string

const HERE = { lat: 4.31, lng: -74.8, accuracyMeters: 12 }

beforeAll(async () => {
  test = await openBookingsApp()
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
  trip = await test.newTrip({ departsAt: addMs(TEST_NOW, DAY_MS) })
  ana = await test.aPassenger()
  const booking = await test.booked(ana, trip, { from: BOGOTA })
  bookingId = booking.id
  const chat = conversationSteps(test)
  const conversationId = await chat.opened(ana, trip)
  await chat.said(ana, conversationId, 'Estoy junto a la panadería.')
  await chat.said(trip.driver, conversationId, 'Llego en diez minutos.')
  // A chat about the same trip with somebody else.
  const other = await test.aPassenger()
  await test.booked(other, trip, { from: BOGOTA })
  await chat.said(other, await chat.opened(other, trip), '¿Cabe mi guitarra?')
  test.toPickUp(booking, 15 * MINUTE_MS)
  const shared = await test.call(ana, 'POST', `/bookings/${bookingId}/shares`, { name: 'Mamá' })
  expect(shared.status).toBe(201)
  const headers = { authorization: `Bearer ${await freshToken(test.deps, ana)}` }
  const url = `/api/trips/${trip.tripId}/position`
  const payload = { ...HERE, ageSeconds: 60 }
  const sent = await test.app.inject({ method: 'PUT', url, headers, payload })
  expect(sent.statusCode).toBe(200)
})

const seenBy = async (actorId: string, subjectId: string) => {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select details from audit_entries
     where action = 'case_chat.viewed' and actor_id = $1 and subject_id = $2`,
    [actorId, subjectId],
  )
  return rows.map(({ details }) => details)
}

const both = {
  messages: [
    { by: 'Ana R.', isDriver: false, text: 'Estoy junto a la panadería.', isHidden: false },
    { isDriver: true, text: 'Llego en diez minutos.', isHidden: false },
  ],
  more: false,
  positions: [{ by: 'Ana R.', ...HERE }],
}

describe('the evidence of a report', () => {
  it('contains the chat and positions of both people, the trip and the deadline', async () => {
    const caseId = await reportTrip(test, { by: ana, tripId: trip.tripId })
    const path = `/admin/conduct/${caseId}/evidence`
    const { status, body } = await test.call(support, 'GET', path)
    expect(status).toBe(200)
    expect(body.evidence).toMatchObject(both)
    expect(body.evidence.messages).toHaveLength(2)
    expect(await seenBy(support.userId, caseId)).toEqual([{ tripId: trip.tripId }])
    const { items } = (await test.call(support, 'GET', '/admin/conduct')).body
    const found = items.find(({ id }: { id: string }) => id === caseId)
    expect(found.trip).toMatchObject({ id: trip.tripId, from: 'Bogotá', to: 'Cali' })
    expect(Date.parse(found.dueAt) - test.clock.now().getTime()).toBeGreaterThan(48 * HOUR_MS)

    // A pause is decided 24 hours after the answer or its deadline, which is sooner.
    const note = 'Cuéntanos qué pasó ese día.'
    await test.call(support, 'POST', `/admin/conduct/${caseId}/hear`, { note, pause: true })
    const again = (await test.call(support, 'GET', '/admin/conduct')).body.items
    const paused = again.find(({ id }: { id: string }) => id === caseId)
    expect(paused.dueAt).toBe(addMs(test.clock.now(), 72 * HOUR_MS).toISOString())

    const decision = { outcome: 'nothing', note: 'No hubo una falta.' }
    await test.call(support, 'POST', `/admin/conduct/${caseId}/decide`, decision)
    expect((await test.call(support, 'GET', path)).body.code).toBe('report_decided')
    expect(await seenBy(support.userId, caseId)).toHaveLength(1)
  })

  it('refuses evidence to people of the case, and if they shared no trip', async () => {
    const colleague = await aUser(test.deps, { roles: ['passenger', 'support'] })
    const report = { subject: { kind: 'user', id: ana.userId }, reason: 'other' }
    const text = 'Me escribió cosas raras por otra red.'
    const { body } = await test.call(colleague, 'POST', '/reports', { ...report, text })
    const path = `/admin/conduct/${body.report.id}/evidence`
    expect((await test.call(colleague, 'GET', path)).body.code).toBe('forbidden')
    expect((await test.call(support, 'GET', path)).body.code).toBe('report_not_found')
    expect(await seenBy(support.userId, body.report.id)).toEqual([])
  })
})

describe('the evidence of a dispute', () => {
  it('contains the chat until the decision, and is refused to passenger and driver', async () => {
    const statement = 'Estuve en el punto y el carro no llegó.'
    const noShow = await test.call(trip.driver, 'POST', `/bookings/${bookingId}/no-show`)
    expect(noShow.status).toBe(200)
    const path = `/admin/disputes/${bookingId}/evidence`
    expect((await test.call(support, 'GET', path)).body.code).toBe('dispute_not_found')
    await test.call(ana, 'POST', `/bookings/${bookingId}/dispute`, { statement })
    const { status, body } = await test.call(support, 'GET', path)
    expect(status).toBe(200)
    expect(body.evidence).toMatchObject(both)
    expect(await seenBy(support.userId, bookingId)).toEqual([{ tripId: trip.tripId }])
    const [item] = (await test.call(support, 'GET', '/admin/disputes')).body.items
    expect(Date.parse(item.dueAt)).toBeGreaterThan(test.clock.now().getTime())

    const decision = { outcome: 'driver', note: 'Revisamos los registros del viaje.' }
    await hearDriver(test.deps.databaseUrl, bookingId)
    await test.call(support, 'POST', `/admin/disputes/${bookingId}/resolve`, decision)
    expect((await test.call(support, 'GET', path)).body.code).toBe('dispute_resolved')
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { createTextSandbox, type TextSandbox } from '#sandbox/text/text-sandbox.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { freshToken, type TestUser } from '#test/factories.ts'
import { BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { tellOfJourney } from './tell-contact.ts'

let test: BookingsApp
let mail: MailSandbox
let phones: TextSandbox
let trip: TestTrip
let ana: TestUser
let booking: { id: string; code?: string }

/** A new address in each test, because the number of invitations to one address is limited. */
let mother: string
let mothers = 0

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openBookingsApp({
    urls: { smtp: mail.url },
    extensions: [mail.plugin, (app) => phones.plugin(app)],
    before({ secrets: { whatsapp, sms } }) {
      if (!whatsapp || !sms) throw new Error('the sandbox has no keys')
      phones = createTextSandbox({ whatsapp, sms })
    },
  })
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.whatsapp = `${origin}/sandbox/text/whatsapp`
  return () => mail.close()
})

beforeEach(async () => {
  mothers += 1
  mother = `rosa-${mothers}@correo.test`
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
  await test.runJobs()
  mail.control.clear()
  phones.control.clear()
})

async function own(method: 'GET' | 'PUT' | 'DELETE', payload?: Body, who = ana) {
  const headers = { authorization: `Bearer ${await freshToken(test.deps, who)}` }
  const url = '/api/me/trusted-contact'
  const more = payload === undefined ? {} : { payload }
  const answer = await test.app.inject({ method, url, headers, ...more })
  return { status: answer.statusCode, body: answer.json() }
}

/** Calls a route as a person without an account. */
async function asContact(path: 'read' | 'answer', payload: Body) {
  const url = `/api/trusted-contact/${path}`
  const answer = await test.app.inject({ method: 'POST', url, payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** Subjects of the mails to an address since the last call, and the links in the newest one. */
async function mailsTo(address = mother) {
  await test.runRecurring('bookings.advance-due')
  const all = mail.control.messages(address)
  mail.control.clear()
  const text = all[0]?.text ?? ''
  return {
    subjects: all.map(({ subject }) => subject),
    token: /\/seguir#contacto\.([\w-]{64})/.exec(text)?.[1] ?? '',
    follow: /\/seguir#([\w-]{22})/.exec(text)?.[1] ?? '',
  }
}

const name = (more: Body = {}, who = ana) =>
  own('PUT', { name: 'Rosa', email: mother, ...more }, who)

/** Names the mother as contact, who agrees. Answers the token of her link. */
async function agreed(more: Body = {}, who = ana): Promise<string> {
  expect((await name(more, who)).status).toBe(200)
  const { token } = await mailsTo()
  expect((await asContact('answer', { token, agrees: true })).body).toEqual({ status: 'agreed' })
  await mailsTo()
  return token
}

const plannedAt = (placeId: string) =>
  trip.facts.places.find((each) => each.placeId === placeId)?.at as Date

function clockTo(minutes: number): void {
  test.clock.set(addMs(trip.facts.departsAt, minutes * MINUTE_MS))
}

const drive = async (action: string, body: Body = {}) =>
  (await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${action}`, body)).status

async function board(): Promise<void> {
  await test.board(trip.driver, booking)
}

describe('the invitation', () => {
  it('sends a contact only an invitation with the inviting name until they agree', async () => {
    expect((await own('GET')).body.contact).toBeNull()
    const { body } = await name()
    expect(body.contact).toMatchObject({
      name: 'Rosa',
      email: mother,
      phone: null,
      status: 'invited',
      tells: true,
    })
    const { subjects, token } = await mailsTo()
    expect(subjects).toEqual(['Ana te nombró su contacto de confianza'])
    expect((await asContact('read', { token })).body).toEqual({ by: 'Ana', status: 'invited' })
    // A changed name for the same address sends no second invitation.
    await name({ name: 'Mamá' })
    clockTo(5)
    await drive('start')
    await board()
    expect((await mailsTo()).subjects).toEqual([])
  })

  it('sends the invitation of a contact as a text message where that is possible', async () => {
    const phone = `+57310${String(Date.now()).slice(-7)}`
    await name({ phone: phone.slice(3), email: null })
    await test.runJobs()
    const [message] = phones.control.messages(phone)
    expect(message?.text).toContain('Ana te nombró su contacto de confianza')
    expect((await own('GET')).body.contact).toMatchObject({ phone, status: 'invited' })
  })

  it('lets a contact refuse for good, also after having agreed', async () => {
    const token = await agreed()
    expect((await own('GET')).body.contact.status).toBe('agreed')
    expect((await asContact('answer', { token, agrees: false })).body.status).toBe('refused')
    expect((await own('GET')).body.contact).toBeNull()
    for (const agrees of [true, false]) {
      expect((await asContact('answer', { token, agrees })).body.code).toBe('link_invalid')
    }
    expect((await name({ email: mother.toUpperCase() })).body.code).toBe('trusted_contact_refused')
    clockTo(5)
    await drive('start')
    await board()
    expect((await mailsTo()).subjects).toEqual([])
    // The refusal holds between these two people only.
    const bea = await test.aPassenger()
    expect((await name({}, bea)).status).toBe(200)
    expect((await mailsTo()).subjects).toHaveLength(1)
    const told = await asOwner(
      test.deps.databaseUrl,
      `select title from notifications where user_id = $1 and kind = 'contact_answered'
       order by created_at, id`,
      [ana.userId],
    )
    expect(told.rows.map(({ title }) => title)).toEqual([
      'Rosa es tu contacto de confianza',
      'Rosa no será tu contacto de confianza',
    ])
  })

  it('refuses a withdrawn or made-up link of an invitation', async () => {
    await name()
    const { token } = await mailsTo()
    await own('DELETE')
    await own('DELETE')
    for (const wrong of [token, 'A'.repeat(64), '', newId()]) {
      expect((await asContact('read', { token: wrong })).body.code).toBe('link_invalid')
    }
  })

  it('refuses oneself as contact, a contact without address, and many invitations', async () => {
    expect((await name({ email: ana.email })).body.code).toBe('trusted_contact_self')
    expect((await name({ email: null })).body.code).toBe('trusted_contact_needed')
    const bea = await test.aPassenger()
    for (let nth = 1; nth <= 5; nth += 1) {
      expect((await name({ email: `otra-${nth}@correo.test` }, bea)).status).toBe(200)
    }
    expect((await name({ email: 'otra-6@correo.test' }, bea)).body.code).toBe('rate_limited')
  })

  it('stores no name, phone or email of a contact in plain text', async () => {
    await name({ name: 'Rosalba', phone: '3109998877' })
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select coalesce((select jsonb_agg(c) from trusted_contacts c), '[]')::text ||
         coalesce((select jsonb_agg(j) from jobs j), '[]')::text ||
         coalesce((select jsonb_agg(r) from rate_limits r), '[]')::text as all`,
      [],
    )
    for (const secret of ['Rosalba', '3109998877', mother])
      expect(rows[0].all).not.toContain(secret)
  })
})

describe('a contact who agreed', () => {
  it('tells a contact once about the boarding, with a link, and about the arrival', async () => {
    await agreed()
    clockTo(-5)
    await drive('start')
    await board()
    const aboard = await mailsTo()
    expect(aboard.subjects).toEqual(['Ana va en camino a Ibagué'])
    const followed = await test.app.inject({
      method: 'POST',
      url: '/api/shares/follow',
      payload: { token: aboard.follow },
    })
    expect(followed.json().trip).toMatchObject({ state: 'on_the_way', over: false })
    expect((await test.call(ana, 'GET', `/bookings/${booking.id}/shares`)).body.shares).toEqual([
      expect.objectContaining({ name: 'Rosa' }),
    ])
    test.clock.set(plannedAt(IBAGUE))
    await drive('arrivals', { stopId: trip.stop(IBAGUE) })
    expect((await mailsTo()).subjects).toEqual([])
    // Told once the arrival can no longer be undone.
    test.clock.advance(3 * MINUTE_MS)
    expect((await mailsTo()).subjects).toEqual(['Ana llegó a Ibagué'])
    test.clock.advance(10 * MINUTE_MS)
    expect((await mailsTo()).subjects).toEqual([])
    // Simulates a job that runs again after a crash.
    await tellOfJourney(test.deps, trip.tripId)
    expect((await mailsTo()).subjects).toEqual([])
  })

  it('tells a contact nothing of an arrival in doubt until the person confirms it', async () => {
    await agreed()
    clockTo(0)
    await drive('start')
    await board()
    await mailsTo()
    await drive('arrivals', { stopId: trip.stop(IBAGUE) })
    test.clock.advance(3 * MINUTE_MS)
    expect((await mailsTo()).subjects).toEqual([])
    test.clock.set(addMs(plannedAt(IBAGUE), -30 * MINUTE_MS))
    await test.call(ana, 'POST', `/trips/${trip.tripId}/arrival-word`, { arrived: true })
    expect((await mailsTo()).subjects).toEqual(['Ana llegó a Ibagué'])
  })

  it('does not tell a contact about an arrival that was undone, or about a no-show', async () => {
    await agreed()
    clockTo(-5)
    await drive('start')
    await board()
    await mailsTo()
    test.clock.set(plannedAt(IBAGUE))
    await drive('arrivals', { stopId: trip.stop(IBAGUE) })
    await drive('arrivals/undo', { stopId: trip.stop(IBAGUE) })
    test.clock.advance(5 * MINUTE_MS)
    expect((await mailsTo()).subjects).toEqual([])

    const other = await test.newTrip()
    const bea = await test.aPassenger()
    const missed = await test.booked(bea, other)
    await name({}, bea)
    const { token } = await mailsTo()
    await asContact('answer', { token, agrees: true })
    await mailsTo()
    test.toPickUp(missed, 20 * MINUTE_MS)
    expect((await test.act(other.driver, missed, 'no-show')).status).toBe(200)
    expect((await mailsTo()).subjects).toEqual([])
    test.clock.advance(DAY_MS)
    expect((await mailsTo()).subjects).toEqual([])
  })

  it('tells a contact that the person is not aboard when a check-in is denied', async () => {
    await agreed()
    clockTo(0)
    const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}/ticket`)
    expect(await drive('check-in', { code: body.code })).toBe(200)
    const aboard = await mailsTo()
    expect(aboard.subjects).toEqual(['Ana va en camino a Ibagué'])
    const statement = 'Nunca me subí a ese carro.'
    expect((await test.act(ana, booking, 'dispute', { statement })).status).toBe(200)
    expect((await mailsTo()).subjects).toEqual(['Ana no viaja en ese carro'])
    const url = '/api/shares/follow'
    const payload = { token: aboard.follow }
    const followed = await test.app.inject({ method: 'POST', url, payload })
    expect(followed.json().trip).toMatchObject({ state: 'cancelled', over: true, car: null })
  })

  it('tells a contact nothing while the person has switched it off', async () => {
    await agreed()
    await name({ tells: false })
    clockTo(0)
    await drive('start')
    await board()
    expect((await mailsTo()).subjects).toEqual([])
  })

  it('tells a contact of the driver about the start and the end of the journey', async () => {
    await agreed({}, trip.driver)
    clockTo(-5)
    await drive('start')
    expect((await mailsTo()).subjects).toEqual(['Carlos va en camino a Cali'])
    test.clock.set(trip.facts.arrivesAt)
    expect(await drive('finish')).toBe(200)
    // Nothing goes out while the end can be undone.
    test.clock.advance(9 * MINUTE_MS)
    expect((await mailsTo()).subjects).toEqual([])
    test.clock.advance(MINUTE_MS)
    expect((await mailsTo()).subjects).toEqual(['Carlos llegó a Cali'])
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { addOfficeMs } from '#server/platform/office-hours.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { HELP, supportSteps } from '#test/support-steps.ts'
import { forgetUnconfirmed } from './guest-ticket.ts'

let test: BookingsApp
let mail: MailSandbox
let desk: ReturnType<typeof supportSteps>
let sara: TestUser
/** A new address in each test, because the number of mails to one address is limited. */
let email: string
let visitors = 0

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openBookingsApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  desk = supportSteps(test)
  sara = await aUser(test.deps, { roles: ['passenger', 'support'], firstName: 'Sara' })
  return () => mail.close()
})

beforeEach(() => {
  visitors += 1
  email = `visita-${visitors}@correo.test`
  mail.control.clear()
})

const post = async (path: string, body: Body, ip?: string) => {
  const answer = await postJson(test.app, `/support/requests${path}`, body, ip ? { ip } : {})
  return { status: answer.statusCode, body: answer.json() }
}
const ask = (more: Body = {}, ip?: string) =>
  post('', { id: newId(), name: 'Rosa Díaz', email, kind: 'account', text: HELP, ...more }, ip)

/** Finds the secret of the link in the last mail to the visitor. */
async function tokenMailed(): Promise<string> {
  await test.runJobs()
  const [last] = mail.control.messages(email)
  return /\/soporte#([\w-]+)/.exec(last?.text ?? '')?.[1] ?? ''
}

const count = async () => {
  const all = 'select count(*)::int as n from support_tickets'
  return (await asOwner(test.deps.databaseUrl, all)).rows[0].n
}

it.each([
  'Rosa www.premios.co',
  '=HYPERLINK("http://x.co")',
  '+57 300 1234567',
  'Rosa\u202Ezaíd',
  'Ro\u200Bsa',
  'Rosa <b>',
])('refuses a ticket with a name that is not a person name: %s', async (name) => {
  const answer = await ask({ name }, `203.0.113.${visitors % 256}`)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

it('shows a ticket from outside to the team once its mailed link is confirmed', async () => {
  const id = newId()
  expect(await ask({ id })).toEqual({ status: 201, body: {} })
  expect((await desk.desk(sara, id)).body.code).toBe('ticket_not_found')
  const token = await tokenMailed()
  const before = (await post('/read', { token })).body.ticket
  expect(before).toMatchObject({ status: 'unconfirmed', dueAt: null, excerpt: HELP })
  const early = { token, id: newId(), text: 'Hola' }
  expect((await post('/messages', early)).body.code).toBe('link_invalid')
  const { ticket } = (await post('/confirm', { token })).body
  const due = addOfficeMs(test.clock.now(), 48 * HOUR_MS).toISOString()
  expect(ticket).toMatchObject({ id, status: 'open', dueAt: due })
  test.clock.advance(HOUR_MS)
  expect((await post('/confirm', { token })).body.ticket.dueAt).toBe(due)

  const seen = (await desk.desk(sara, id)).body.ticket
  expect(seen.person).toEqual({ id: null, name: 'Rosa Díaz', email: 'v***@correo.test' })
  mail.control.clear()
  await desk.answer(sara, id, { text: 'Hola, Rosa. Ya puedes entrar.', resolve: true })
  expect(await tokenMailed()).toBe(token)
  expect(mail.control.messages(email)[0]?.text).not.toContain('Ya puedes entrar')
  const rated = await post('/rating', { token, rating: 5, comment: '' })
  expect(rated.body.ticket).toMatchObject({ rating: 5, status: 'resolved' })
  const again = await post('/messages', { token, id: newId(), text: 'Todavía no puedo.' })
  expect(again.body.ticket).toMatchObject({ status: 'open', isReopened: true })
})

it('stores the facts of a public trip with a ticket from outside', async () => {
  const trip = await test.newTrip()
  const id = newId()
  expect((await ask({ id, kind: 'booking', tripId: trip.tripId })).status).toBe(201)
  await post('/confirm', { token: await tokenMailed() })
  const { subject, about } = (await desk.desk(sara, id)).body.ticket
  expect(subject).toMatchObject({ kind: 'trip', id: trip.tripId, title: about })
  expect(about).toMatch(/ → /)
  const row = 'select about_kind as kind, about_id as id from support_tickets where id = $1'
  const { rows } = await asOwner(test.deps.databaseUrl, row, [id])
  expect(rows).toEqual([{ kind: 'trip', id: trip.tripId }])
  const before = await count()
  const unknown = await ask({ tripId: newId() })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'ticket_subject_not_found'])
  expect(await count()).toBe(before)
})

it('refuses a made-up link of a ticket', async () => {
  for (const token of ['x', 'A'.repeat(64)]) {
    expect((await post('/read', { token })).body.code).toBe('link_invalid')
  }
})

it('deletes a ticket from outside that was not confirmed within a week', async () => {
  const id = newId()
  await ask({ id })
  test.clock.advance(6 * DAY_MS)
  await forgetUnconfirmed(test.deps)
  const there = await count()
  test.clock.advance(2 * DAY_MS)
  await forgetUnconfirmed(test.deps)
  expect(await count()).toBeLessThan(there)
})

describe('against floods', () => {
  it('writes nothing when the hidden field of the form is filled in', async () => {
    const before = await count()
    expect(await ask({ website: 'https://spam.test' })).toEqual({ status: 201, body: {} })
    expect(await count()).toBe(before)
    await test.runJobs()
    expect(mail.control.messages(email)).toEqual([])
  })

  it('limits tickets to three mails a day per address and five an hour per network', async () => {
    for (const status of [201, 201, 201, 429]) expect((await ask()).status).toBe(status)
    const ip = '10.9.8.7'
    for (const [index, status] of [201, 201, 201, 201, 201, 429].entries()) {
      const to = `vecino-${visitors}-${index}@correo.test`
      expect((await ask({ email: to }, ip)).status).toBe(status)
    }
  })

  it('answers the same for an existing ticket id, and does not change that ticket', async () => {
    const id = newId()
    await ask({ id })
    const token = await tokenMailed()
    const other = { id, email: `otra-${visitors}@correo.test`, text: 'Otra cosa distinta.' }
    expect(await ask(other)).toEqual({ status: 201, body: {} })
    expect((await post('/read', { token })).body.ticket.excerpt).toBe(HELP)
  })
})

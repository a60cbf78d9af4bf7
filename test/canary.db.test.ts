import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { createPushSandbox } from '#sandbox/push/push-sandbox.ts'
import { createTextSandbox, type TextSandbox } from '#sandbox/text/text-sandbox.ts'
import { vapidPublicKey } from '#server/modules/foundation/notifications/vapid.ts'
import { setPhonePolicy } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { createLogger } from '#server/platform/log.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from './booking-factories.ts'
import { findInDatabase, findInFiles, findInTexts, watchCalls } from './canary-scan.ts'
import { conversationSteps } from './conversation-steps.ts'
import { asOwner } from './db.ts'
import { TEST_NOW } from './deps.ts'
import { aFundedWallet, aUser, type TestUser } from './factories.ts'
import { postForm, postJson } from './http-client.ts'
import { EVERY_JOB } from './run-jobs.ts'
import { BOGOTA, CALI } from './trip-factories.ts'

// Personal data of people pass through every flow that takes them, including refusals and failures.
// Then the test searches for them in everything that the program writes.

/** Values that may not be found anywhere: they are stored encrypted, or not at all. */
const secrets = {
  'national id': '1093847561',
  telephone: '3158642097',
  message: 'canariomensajewq7',
  'data in a photo': 'canarioexifrt5',
}

/** Texts that have their own column, because other people read them or decide about them. */
const texts = {
  'notes of a trip': 'canarionotasbv2',
  report: 'canarioreportexk3',
  appeal: 'canarioapelaciongh8',
  version: 'canarioversionhk2',
  objection: 'canarioobjecionmn6',
  'not together': 'canarionoviajamospl9',
  comment: 'canariocomentariozs1',
  reply: 'canariorespuestadf4',
  'reason of a cancellation': 'canariomotivojc7',
}

const canaries = { ...secrets, ...texts }

/** Columns in which each text may be stored. No secret has one. */
const ALLOWED: Record<string, string> = {
  'notes of a trip: trips.notes': 'shown to everybody who looks at the trip',
  'report: conduct_cases.statement': 'read by who decides',
  'appeal: sanction_appeals.statement': 'read by who answers, and by its person',
  'version: dispute_words.words': 'read by who decides, and by its person',
  'objection: disputes.statement': 'read by who decides, and by its person',
  'not together: rating_cases.statement': 'read by who decides',
  'comment: ratings.comment': 'shown to everybody',
  'reply: rating_replies.text': 'shown to everybody',
  'reason of a cancellation: trips.cancel_reason': 'shown to the passengers',
  'reason of a cancellation: notifications.body': 'told to the passengers',
}

let test: BookingsApp
let mail: MailSandbox
let phones: TextSandbox
const push = createPushSandbox({ origin: () => origin })
let origin = ''
const logged: string[] = []
const calls = watchCalls()

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openBookingsApp({
    urls: { smtp: mail.url },
    extensions: [push.plugin, (app) => phones.plugin(app)],
    before(deps) {
      // Logs as verbosely as production can.
      deps.log = createLogger('debug', { write: (line) => void logged.push(line) })
      const { whatsapp, sms } = deps.secrets
      if (!whatsapp || !sms) throw new Error('the sandbox has no keys')
      phones = createTextSandbox({ whatsapp, sms })
    },
  })
  origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
  test.deps.urls.push = origin
  test.deps.urls.whatsapp = `${origin}/sandbox/text/whatsapp`
  test.deps.urls.sms = `${origin}/sandbox/text/sms`
  await setPhonePolicy(test.deps, true)
  await everyFlow()
  return async () => {
    calls.stop()
    await mail.close()
  }
}, 120_000)

const call: BookingsApp['call'] = (...asked) => test.call(...asked)

async function done(...asked: Parameters<BookingsApp['call']>) {
  const { status, body } = await call(...asked)
  expect(body.code, `${asked[1]} ${asked[2]}`).toBeUndefined()
  expect(status).toBeLessThan(300)
  return body
}

async function everyFlow(): Promise<void> {
  const ana = await aUser(test.deps, { phone: null, firstName: 'Ana' })
  const team = await aUser(test.deps, { roles: ['passenger', 'support', 'admin'] })
  await aFundedWallet(test.deps, ana.userId, FUNDS)
  const subscription = push.control.subscribe(vapidPublicKey(test.deps.secrets.vapid ?? ''))
  await call(ana, 'POST', '/push-subscriptions', { ...subscription })
  await signUp()
  await giveIdentity(ana)
  await provePhone(ana)
  await travel(ana, team)
  await talkAndReport(ana, team)
  await object(ana, team)
  await loseATrip(ana)
  await lookForSeats(ana)
  await beRefused(ana)
  await test.runRecurring(...EVERY_JOB)
}

async function signUp(): Promise<void> {
  const body = {
    email: 'canario@correo.test',
    password: 'Clave larga de canario 1',
    first_name: 'Eva',
    last_name: 'Sol',
    identification_type: 'CC',
    identification_number: secrets['national id'],
    verification_terms: 'aceptado',
  }
  for (let n = 0; n < 2; n += 1) {
    expect((await postJson(test.app, '/auth/signup', body)).statusCode).toBe(201)
  }
  await test.runJobs()
}

async function giveIdentity(user: TestUser): Promise<void> {
  const identity = { identification_type: 'CC', identification_number: secrets['national id'] }
  await done(user, 'PATCH', '/users/me', identity)
  const bytes = await sharp({
    create: { width: 600, height: 400, channels: 3, background: '#d90' },
  })
    .jpeg()
    .withExif({ IFD0: { Copyright: secrets['data in a photo'] } })
    .toBuffer()
  const fields = { kind: 'identity_front', birthDate: '1990-05-17' }
  const form = { token: user.token, file: { bytes, name: `${secrets['national id']}.jpg` } }
  expect((await postForm(test.app, '/documents', { ...form, fields })).statusCode).toBe(201)
  expect(
    (await postForm(test.app, '/users/me/photo', { ...form, fields: { consent: 'aceptado' } }))
      .statusCode,
  ).toBe(200)
}

async function provePhone(user: TestUser): Promise<void> {
  const phone_number = `+57${secrets.telephone}`
  for (const channel of ['whatsapp', 'sms']) {
    await done(user, 'POST', '/me/phone/code', { phone_number, channel })
    await test.runJobs()
    test.clock.advance(2 * MINUTE_MS)
  }
  const code = phones.control.messages(phone_number)[0]?.text.match(/\b\d{6}\b/)?.[0]
  await done(user, 'POST', '/me/phone/confirm', { code })
  // Another person claims the number, and its owner is told.
  const other = await aUser(test.deps, { phone: null })
  await done(other, 'POST', '/me/phone/code', { phone_number })
  await test.runJobs()
}

/** A trip to its end, and the ratings of both people. */
async function travel(ana: TestUser, team: TestUser): Promise<void> {
  const trip = await test.newTrip({ notes: `Salgo puntual. ${texts['notes of a trip']}` })
  const booking = await test.booked(ana, trip)
  test.toPickUp(booking, 0)
  await test.board(trip.driver, booking)
  test.clock.set(new Date(booking.to.at))
  const comment = `Muy bien. ${texts.comment}`
  await done(ana, 'POST', `/bookings/${booking.id}/rating`, { stars: 4, comment })
  await done(trip.driver, 'POST', `/bookings/${booking.id}/rating`, { stars: 5, comment })
  const { ratings } = await done(ana, 'GET', `/users/${trip.driver.userId}/ratings`)
  await done(trip.driver, 'POST', `/ratings/${ratings[0].id}/reply`, { text: texts.reply })
  const statement = `No viajamos juntos ese día. ${texts['not together']}`
  await done(ana, 'POST', `/bookings/${booking.id}/not-together`, { statement })
  await done(team, 'GET', '/admin/rating-cases')
  await test.runJobs()
}

async function talkAndReport(ana: TestUser, team: TestUser): Promise<void> {
  const trip = await test.newTrip()
  const chat = conversationSteps(test)
  const id = await chat.opened(ana, trip)
  const text = `Soy yo: ${Object.values(secrets).join(' ')}`
  const said = await chat.said(ana, id, text)
  // The message is not read in the app, so its reader is told by mail, push and phone.
  test.clock.advance(HOUR_MS)
  await test.runJobs()
  await chat.said(trip.driver, id, text)
  test.clock.advance(HOUR_MS)
  await test.runJobs()
  await chat.list(trip.driver)
  await chat.page(trip.driver, id)
  const { report } = await done(trip.driver, 'POST', '/reports', {
    subject: { kind: 'message', id: said.id },
    reason: 'harassment',
    text: `Me escribió mal. ${texts.report}`,
  })
  await done(team, 'GET', '/admin/conduct')
  const decision = { outcome: 'warning', note: 'Lo revisamos con calma.' }
  await done(team, 'POST', `/admin/conduct/${report.id}/decide`, decision)
  const { sanctions } = await done(ana, 'GET', '/conduct')
  const appeal = { text: `No fue así. ${texts.appeal}` }
  await done(ana, 'POST', `/conduct/${sanctions[0].id}/appeal`, appeal)
  await done(team, 'GET', '/admin/appeals')
  await test.runJobs()
}

async function object(ana: TestUser, team: TestUser): Promise<void> {
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 12 * DAY_MS) })
  const booking = await test.booked(ana, trip, { from: BOGOTA })
  test.toPickUp(booking, 15 * MINUTE_MS)
  await done(trip.driver, 'POST', `/bookings/${booking.id}/no-show`)
  const statement = `Estuve en el punto. ${texts.objection}`
  await done(ana, 'POST', `/bookings/${booking.id}/dispute`, { statement })
  const version = { answer: 'other', text: `Esperé. ${texts.version}` }
  await done(trip.driver, 'POST', `/bookings/${booking.id}/dispute/answer`, version)
  const resolution = { outcome: 'passenger', note: 'Revisamos los registros.' }
  await done(team, 'POST', `/admin/disputes/${booking.id}/resolve`, resolution)
  await test.runJobs()
}

async function loseATrip(ana: TestUser): Promise<void> {
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 16 * DAY_MS) })
  await test.booked(ana, trip)
  const reason = `Se dañó el carro. ${texts['reason of a cancellation']}`
  await done(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, { reason })
  await test.runJobs()
}

async function lookForSeats(ana: TestUser): Promise<void> {
  const departsAt = addMs(test.clock.now(), 20 * DAY_MS)
  const day = departsAt.toISOString().slice(0, 10)
  await done(ana, 'POST', '/alerts', { from: BOGOTA, to: CALI, since: day, until: day })
  await done(ana, 'POST', '/ride-requests', {
    from: BOGOTA,
    to: CALI,
    earliest: departsAt.toISOString(),
    latest: addMs(departsAt, 6 * HOUR_MS).toISOString(),
    maxPrice: 40_000,
    key: newId(),
  })
  await test.newTrip({ departsAt: addMs(departsAt, HOUR_MS) })
  await test.runJobs()
}

/** Sends the same values in requests that are refused, or that fail in the database. */
async function beRefused(ana: TestUser): Promise<void> {
  const everything = Object.values(canaries).join(' ')
  const tries: [string, object | string][] = [
    ['/auth/login', { email: `${secrets.telephone}@correo.test`, password: everything }],
    ['/auth/recover-account', { email: everything }],
    ['/me/phone/code', { phone_number: `${secrets.telephone}999` }],
    ['/me/phone/confirm', { code: secrets.telephone }],
    [`/conversations/${newId()}/messages`, { id: newId(), text: everything }],
    [`/conversations/${newId()}/messages`, `{"text":"${everything}`],
    ['/reports', { subject: everything, reason: everything }],
    ['/ride-requests', { from: everything }],
    [`/trips/${secrets.telephone}/bookings`, {}],
  ]
  for (const [path, body] of tries) {
    const answer = await postJson(test.app, path, body, { token: ana.token })
    expect(answer.statusCode, path).toBeGreaterThanOrEqual(400)
  }
  await call(ana, 'PATCH', '/users/me', { identification_number: everything })
  await test.app.inject(`/api/trips/search?from=${secrets.telephone}&to=${secrets.message}`)
  const url = test.deps.databaseUrl
  for (const table of ['conduct_cases', 'conversation_messages']) {
    await asOwner(url, `alter table ${table} add constraint canary check (false) not valid`)
  }
  const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 30 * DAY_MS) })
  const chat = conversationSteps(test)
  const failed = await chat.send(ana, await chat.opened(ana, trip), { text: everything })
  expect(failed.status).toBe(500)
  const report = { subject: { kind: 'trip', id: trip.tripId }, reason: 'other', text: everything }
  expect((await call(ana, 'POST', '/reports', report)).status).toBe(500)
}

describe('personal data that people enter', () => {
  it('stores personal data in no column and index, except texts in their own columns', async () => {
    const found = await findInDatabase(test.deps.databaseUrl, canaries)
    expect(found.filter((each) => !(each in ALLOWED))).toEqual([])
    // Also requires that each text was found in its allowed column, because otherwise it was not
    // sent.
    expect(Object.keys(ALLOWED).filter((each) => !found.includes(each))).toEqual([])
  })

  it('writes personal data to no file', () => {
    expect(findInFiles(canaries, test.deps.config.dataDir)).toEqual([])
  })

  it('writes personal data to no log line at debug level', () => {
    expect(logged.length).toBeGreaterThan(0)
    expect(findInTexts(canaries, [['log', logged.join('')]])).toEqual([])
  })

  it('writes personal data to no metric', async () => {
    const { body } = await test.app.inject('/api/metrics')
    expect(body).toContain('cupo_http_request_seconds')
    expect(findInTexts(canaries, [['metrics', body]])).toEqual([])
  })

  it('puts personal data into no subject of a mail, and secrets into no mail', () => {
    const mails = mail.control.messages()
    expect(mails.length).toBeGreaterThan(5)
    const subjects = mails.map(({ subject }) => [`subject of ${subject}`, subject] as const)
    expect(
      findInTexts(
        canaries,
        subjects.map(([a, b]) => [a, b]),
      ),
    ).toEqual([])
    const whole = mails.map((each): [string, string] => [each.subject, JSON.stringify(each)])
    expect(findInTexts(secrets, whole)).toEqual([])
  })

  it("puts no secrets into push messages and texts, except for the recipient's number", () => {
    const pushed = push.control.messages().map(({ text }): [string, string] => ['push', text])
    const texted = phones.control.messages().map(({ text }): [string, string] => ['sms', text])
    expect([pushed.length > 0, texted.length > 0]).toEqual([true, true])
    expect(findInTexts(secrets, [...pushed, ...texted])).toEqual([])
  })

  it('puts personal data into no address that the program calls', () => {
    expect(calls.urls.some((each) => each.includes('/sandbox/text/sms'))).toBe(true)
    expect(
      findInTexts(
        canaries,
        calls.urls.map((each) => [each, each]),
      ),
    ).toEqual([])
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { barWords } from '#contract/bar-words.ts'
import type { CaseOutcome } from '#contract/conduct.ts'
import { dayAndTime } from '#server/modules/foundation/notifications/index.ts'
import { reviewTrips } from '#server/modules/travel/trip-changes/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, type TestDriver, type TestUser } from '#test/factories.ts'
import { hearCase } from '#test/hearing-steps.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aTrip, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let helper: TestUser
let other: TestUser
let third: TestUser
let trip: TestTrip
let driver: TestDriver
let passenger: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  helper = await aUser(test.deps, { firstName: 'Pilar', roles: ['passenger', 'support'] })
  other = await aUser(test.deps, { firstName: 'Tomás', roles: ['passenger', 'admin'] })
  third = await aUser(test.deps, { firstName: 'Vera', roles: ['passenger', 'support'] })
})

beforeEach(async () => {
  trip = await test.newTrip()
  driver = trip.driver
  passenger = await test.aPassenger()
})

const text = 'Manejó mirando el celular todo el camino.'
const note = 'Lo confirmamos con dos pasajeros.'

async function report(who: TestUser, subject: object, reason = 'other'): Promise<string> {
  const { status, body } = await test.call(who, 'POST', '/reports', { subject, reason, text })
  expect([status, body.code]).toEqual([201, undefined])
  return body.report.id
}

const about = ({ userId }: TestUser) => ({ kind: 'user', id: userId })

const decide = (who: TestUser, caseId: string, outcome: CaseOutcome, days?: number) =>
  test.call(who, 'POST', `/admin/conduct/${caseId}/decide`, {
    outcome,
    note,
    ...(days && { days }),
  })

async function sanction(whom: TestUser, outcome: CaseOutcome, days?: number): Promise<string> {
  const caseId = await report(await aUser(test.deps), about(whom))
  if (outcome === 'suspension') await hearCase(test.deps.databaseUrl, caseId)
  const { status, body } = await decide(helper, caseId, outcome, days)
  expect([status, body.code]).toEqual([200, undefined])
  await test.runJobs()
  const { sanctions } = (await test.call(whom, 'GET', '/conduct')).body
  return sanctions[0].id
}

/** Expels a user who was heard: one team member proposes, another one confirms. */
async function expel(whom: TestUser): Promise<string> {
  const caseId = await report(await aUser(test.deps), about(whom))
  await hearCase(test.deps.databaseUrl, caseId)
  expect((await decide(helper, caseId, 'expulsion')).body).toEqual({ outcome: null })
  expect((await decide(other, caseId, 'expulsion')).body).toEqual({ outcome: 'expulsion' })
  await test.runJobs()
  const { sanctions } = (await test.call(whom, 'GET', '/conduct')).body
  return sanctions.find(({ kind }: { kind: string }) => kind === 'expelled').id
}

async function toldTo({ userId }: TestUser): Promise<string[]> {
  const told = test.deps.db.selectFrom('notifications').select('kind').orderBy('created_at')
  const rows = await told.where('user_id', '=', userId).execute()
  return rows.map(({ kind }) => kind)
}

async function viewsOf(caseId: string) {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select actor_id from audit_entries where action = 'reported_words.viewed' and subject_id = $1`,
    [caseId],
  )
  return rows
}

const statusOf = async (user: TestUser, booking: { id: string }) =>
  (await test.call(user, 'GET', `/bookings/${booking.id}`)).body.booking.status

describe('a report', () => {
  it('shows a report with both histories, decides it once and tells both people', async () => {
    const caseId = await report(passenger, { kind: 'trip', id: trip.tripId })
    // A second report about the same trip is the same report while the first is open.
    expect(await report(passenger, { kind: 'trip', id: trip.tripId })).toBe(caseId)
    const { items } = (await test.call(helper, 'GET', '/admin/conduct?page=1')).body
    const found = items.find(({ id }: { id: string }) => id === caseId)
    expect(found).toMatchObject({
      about: { id: driver.userId, name: 'Carlos R.', standing: 'good', history: [], reported: 1 },
      reporter: { id: passenger.userId, reported: 0 },
      statement: text,
      suggestion: { outcome: 'warning', days: null },
      isOwn: false,
      outcome: null,
    })
    expect((await decide(helper, caseId, 'warning')).body).toEqual({ outcome: 'warning' })
    expect((await decide(helper, caseId, 'warning')).status).toBe(200)
    expect((await decide(other, caseId, 'expulsion')).body.code).toBe('report_decided')
    expect(await toldTo(driver)).toEqual(['sanctioned'])
    expect(await toldTo(passenger)).toEqual(['report_received', 'report_decided'])
    const mine = (await test.call(driver, 'GET', '/conduct')).body
    expect(mine).toMatchObject({
      standing: 'warned',
      sanctions: [{ kind: 'warned', reason: note }],
    })
    // Answers to the driver never name the reporter.
    expect(JSON.stringify(mine)).not.toContain(passenger.userId)
    const reports = (await test.call(passenger, 'GET', '/conduct')).body.reports
    expect(reports).toMatchObject([{ id: caseId, isUpheld: true }])
  })

  it('refuses a report about oneself, about an unknown trip, or without a text', async () => {
    const send = (who: TestUser, body: object) => test.call(who, 'POST', '/reports', { ...body })
    const own = await send(driver, { subject: about(driver), reason: 'other', text })
    expect(own.body.code).toBe('report_self')
    const nothing = { kind: 'trip', id: passenger.userId }
    const missing = await send(driver, { subject: nothing, reason: 'other', text })
    expect([missing.status, missing.body.code]).toEqual([404, 'report_subject_not_found'])
    const silent = await send(passenger, { subject: about(driver), reason: 'other' })
    expect(silent.body.code).toBe('report_text_required')
  })

  it('accepts three encrypted photos with a report, which only the team can view', async () => {
    const caseId = await report(passenger, about(driver))
    const file = { bytes: await aPhoto() }
    const send = (who: TestUser) =>
      postForm(test.app, '/report-photos', { token: who.token, fields: { reportId: caseId }, file })
    for (const count of [1, 2, 3]) expect((await send(passenger)).json().photos).toBe(count)
    expect((await send(passenger)).json().code).toBe('report_photo_limit')
    expect((await send(driver)).json().code).toBe('report_not_found')
    const { items } = (await test.call(helper, 'GET', '/admin/conduct')).body
    const [photoId] = items.find(({ id }: { id: string }) => id === caseId).photoIds
    const view = (who: TestUser) =>
      test.app.inject({
        url: `/api/admin/conduct/photos/${photoId}`,
        headers: { authorization: `Bearer ${who.token}` },
      })
    const shown = await view(helper)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await view(passenger)).statusCode).toBe(403)
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select sealed from conduct_photos where id = $1',
      [photoId],
    )
    expect(rows[0].sealed.includes('WEBP')).toBe(false)
    expect(shown.rawPayload.includes('WEBP')).toBe(true)
    const { rows: views } = await asOwner(
      test.deps.databaseUrl,
      `select actor_id from audit_entries where action = 'report_photo.viewed'
       and subject_id = $1`,
      [caseId],
    )
    expect(views).toEqual([{ actor_id: helper.userId }])
  })

  it('shows a reported message to the team, and hides it after a sanction', async () => {
    const opened = await test.call(passenger, 'POST', `/trips/${trip.tripId}/conversations`)
    const { id } = opened.body.conversation
    const words = 'Eres un inútil'
    const message = { id: newId(), text: words }
    const sent = await test.call(driver, 'POST', `/conversations/${id}/messages`, message)
    expect([sent.status, sent.body.code]).toEqual([200, undefined])
    const subject = { kind: 'message', id: sent.body.message.id }
    const stranger = await aUser(test.deps)
    const body = { subject, reason: 'offensive_text' }
    expect((await test.call(stranger, 'POST', '/reports', body)).status).toBe(404)
    const caseId = await report(passenger, subject, 'offensive_text')
    const { items } = (await test.call(helper, 'GET', '/admin/conduct')).body
    const found = items.find((item: { id: string }) => item.id === caseId)
    expect(found).toMatchObject({ about: { id: driver.userId }, facts: {} })
    expect(JSON.stringify(items)).not.toContain(words)
    const view = (who: TestUser) => test.call(who, 'GET', `/admin/conduct/${caseId}/words`)
    expect((await view(passenger)).status).toBe(403)
    expect((await view(helper)).body.words).toMatchObject({ text: words, isHidden: false })
    expect(await viewsOf(caseId)).toEqual([{ actor_id: helper.userId }])
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      'select facts::text from conduct_cases where id = $1',
      [caseId],
    )
    expect(rows).toEqual([{ facts: '{}' }])
    await decide(helper, caseId, 'warning')
    const read = await test.call(passenger, 'GET', `/conversations/${id}/messages`)
    expect(JSON.stringify(read.body)).not.toContain(words)
    const onTrip = await report(passenger, { kind: 'trip', id: trip.tripId })
    expect((await decide(helper, onTrip, 'hidden')).body.code).toBe('nothing_to_hide')
    const none = await test.call(helper, 'GET', `/admin/conduct/${onTrip}/words`)
    expect(none.body.code).toBe('report_not_found')
  })

  it('hides a reported rating, and shows it again after an upheld appeal', async () => {
    const booking = await test.booked(passenger, trip)
    test.toPickUp(booking, 0)
    await test.board(driver, booking)
    test.clock.set(new Date(booking.to.at))
    const comment = 'Es un ladrón'
    const { body } = await test.act(passenger, booking, 'rating', { stars: 1, comment })
    const subject = { kind: 'rating', id: body.rating.mine.id }
    const send = () => test.call(driver, 'POST', '/reports', { subject, reason: 'offensive_text' })
    // The rating is not public until both people have rated.
    expect((await send()).body.code).toBe('report_subject_not_found')
    await test.act(driver, booking, 'rating', { stars: 5 })
    const shown = async () =>
      (await test.call(driver, 'GET', `/users/${driver.userId}/ratings`)).body.total
    expect(await shown()).toBe(1)
    const first = (await send()).body.report.id
    const { words } = (await test.call(helper, 'GET', `/admin/conduct/${first}/words`)).body
    expect(words).toMatchObject({ text: comment, stars: 1, isHidden: false })
    expect((await decide(helper, first, 'warning')).status).toBe(200)
    expect(await shown()).toBe(0)
    const { sanctions } = (await test.call(passenger, 'GET', '/conduct')).body
    const appeal = { text: 'Es lo que de verdad pasó.' }
    await test.call(passenger, 'POST', `/conduct/${sanctions[0].id}/appeal`, appeal)
    const answer = { isUpheld: true, note }
    await test.call(other, 'POST', `/admin/appeals/${sanctions[0].id}/answer`, answer)
    expect(await shown()).toBe(1)

    const second = (await send()).body.report.id
    expect((await decide(helper, second, 'hidden')).status).toBe(200)
    expect(await shown()).toBe(0)
    expect(await toldTo(passenger)).toContain('text_hidden')
    test.clock.set(TEST_NOW)
  })

  it('refuses a decision by a person of the case, and a suspension without days', async () => {
    const mine = await report(helper, about(driver))
    expect((await decide(helper, mine, 'warning')).body.code).toBe('forbidden')
    const onMe = await report(passenger, about(helper))
    expect((await decide(helper, onMe, 'nothing')).body.code).toBe('forbidden')
    expect((await decide(other, mine, 'suspension')).body.code).toBe('suspension_days_required')
    expect((await decide(passenger, mine, 'warning')).status).toBe(403)
  })
})

it('suggests a suspension for a second violation and an expulsion for a serious one', async () => {
  await sanction(driver, 'warning')
  await report(passenger, about(driver))
  await report(passenger, { kind: 'trip', id: trip.tripId }, 'harassment')
  const { items } = (await test.call(helper, 'GET', '/admin/conduct')).body
  const suggestions = items
    .filter((item: { about: { id: string } }) => item.about.id === driver.userId)
    .map((item: { suggestion: object }) => item.suggestion)
  expect(suggestions).toEqual([
    { outcome: 'suspension', days: 7 },
    { outcome: 'expulsion', days: null },
  ])
})

describe('a suspension', () => {
  it('refuses publishing, booking and keeping seats until the suspension ends', async () => {
    await sanction(driver, 'suspension', 7)
    const someTrip = await test.newTrip()
    const booking = await test.book(driver, someTrip)
    expect([booking.status, booking.body.code]).toEqual([403, 'account_suspended'])
    const until = addMs(TEST_NOW, 7 * DAY_MS).toISOString()
    expect(booking.body.error).toContain(barWords('suspended', dayAndTime(until)).text)
    const stops = { fromStopId: someTrip.stop(IBAGUE), toStopId: someTrip.stop(CALI) }
    const keep = await test.call(driver, 'POST', `/trips/${someTrip.tripId}/keeps`, stops)
    expect([keep.body.code, keep.body.error]).toEqual(['account_suspended', booking.body.error])
    const departsAt = addMs(TEST_NOW, 20 * DAY_MS)
    await expect(aTrip(test.deps, { driver, departsAt })).rejects.toThrow(booking.body.error)
    test.clock.set(addMs(TEST_NOW, 7 * DAY_MS + 1))
    expect((await test.call(driver, 'GET', '/conduct')).body.standing).toBe('warned')
    await aTrip(test.deps, { driver, departsAt })
    test.clock.set(TEST_NOW)
  })

  it('pauses trips in the suspension, cancels them 12 h ahead, leaves later trips', async () => {
    const later = await aTrip(test.deps, { driver, departsAt: addMs(TEST_NOW, 40 * DAY_MS) })
    const empty = await aTrip(test.deps, { driver, departsAt: addMs(TEST_NOW, 9 * DAY_MS) })
    const soon = await test.booked(passenger, trip)
    const kept = await test.booked(passenger, later)
    const elsewhere = await test.newTrip({ departsAt: addMs(TEST_NOW, 12 * DAY_MS) })
    await aFundedWallet(test.deps, driver.userId, FUNDS)
    const own = await test.booked(driver, elsewhere)
    const before = await test.available(driver)
    await sanction(driver, 'suspension', 30)
    expect(await statusOf(passenger, soon)).toBe('confirmed')
    expect(await statusOf(driver, own)).toBe('cancelled_by_passenger')
    expect(await test.available(driver)).toBe(before + own.price)
    expect((await test.book(await test.aPassenger(), empty)).body.code).toBe('trip_unavailable')
    const byDeparture = [empty, trip].sort((a, b) => +a.facts.departsAt - +b.facts.departsAt)
    for (const { facts } of byDeparture) {
      test.clock.set(addMs(facts.departsAt, -12 * HOUR_MS))
      await reviewTrips(test.deps)
    }
    expect(await statusOf(passenger, soon)).toBe('trip_cancelled')
    expect(await statusOf(passenger, kept)).toBe('confirmed')
    expect(await test.available(passenger)).toBe(FUNDS - kept.price)
    const shown = (await test.call(driver, 'GET', `/trips/${empty.tripId}`)).body.trip
    expect(shown.status).toBe('cancelled')
    // The passenger is told about the cancelled trip; the driver gets no mark for it.
    await test.runJobs()
    expect(await toldTo(passenger)).toContain('trip_cancelled')
    const marks = (await test.call(passenger, 'GET', `/drivers/${driver.userId}/marks`)).body
    expect(marks.cancelled).toBe(0)
    // A trip after the end of the suspension is still sold.
    await test.booked(await test.aPassenger(), later)
    await expectConsistent(test.deps)
    test.clock.set(TEST_NOW)
  })
})

describe('an expulsion', () => {
  it('leaves an expelled user login, wallet and data, and refuses everything else', async () => {
    await test.booked(passenger, trip)
    const before = await test.available(driver)
    await expel(driver)
    const login = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: driver.email, password: driver.password },
    })
    expect(login.statusCode).toBe(200)
    expect((await test.call(driver, 'GET', '/wallet/balance')).body.balance).toBe(before)
    expect((await test.call(driver, 'GET', '/auth/me')).status).toBe(200)
    const mine = (await test.call(driver, 'GET', '/conduct')).body
    expect(mine.standing).toBe('expelled')
    const refused = [
      ['/payments/create', { amount: 50_000 }],
      ['/vehicles', {}],
      ['/alerts', {}],
      ['/reports', {}],
      ['/blocks', { userId: passenger.userId }],
    ] as const
    for (const [path, body] of refused) {
      const answer = await test.call(driver, 'POST', path, { ...body })
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'account_expelled'])
    }
    expect((await test.book(driver, await test.newTrip())).body.code).toBe('account_expelled')
    expect(await test.available(passenger)).toBe(FUNDS)
    // A trip whose publication was under way during the expulsion cannot be booked.
    await asOwner(
      test.deps.databaseUrl,
      `with reopened as (update trip_seats set open = true where trip_id = $1)
       update trips set status = 'published', cancelled_at = null where id = $1`,
      [trip.tripId],
    )
    const late = await test.book(await test.aPassenger(), trip)
    expect([late.status, late.body.code]).toEqual([409, 'trip_unavailable'])
  })
})

describe('an appeal', () => {
  const appeal = (who: TestUser, sanctionId: string) =>
    test.call(who, 'POST', `/conduct/${sanctionId}/appeal`, { text: 'No fui yo quien manejaba.' })
  const answer = (who: TestUser, sanctionId: string, isUpheld: boolean) =>
    test.call(who, 'POST', `/admin/appeals/${sanctionId}/answer`, { isUpheld, note })

  it('lets only a third team member answer an appeal, and restores the account', async () => {
    const id = await expel(driver)
    expect((await appeal(passenger, id)).body.code).toBe('sanction_not_found')
    expect((await appeal(driver, id)).status).toBe(200)
    expect((await appeal(driver, id)).status).toBe(200)
    const { items } = (await test.call(helper, 'GET', '/admin/appeals')).body
    const found = items.find((item: { sanctionId: string }) => item.sanctionId === id)
    expect(found).toMatchObject({ kind: 'expelled', isUpheld: null, isOwn: true })
    for (const signer of [helper, other]) {
      const own = await answer(signer, id, false)
      expect([own.status, own.body.code]).toEqual([403, 'appeal_other_person'])
    }
    expect((await answer(third, id, true)).body).toEqual({ isUpheld: true })
    expect((await answer(third, id, true)).status).toBe(200)
    expect((await answer(third, id, false)).body.code).toBe('appeal_answered')
    const { standing, sanctions } = (await test.call(driver, 'GET', '/conduct')).body
    expect(standing).toBe('good')
    const appealed = { appealUntil: null, appeal: { isUpheld: true, answer: note } }
    expect(sanctions.find((each: { id: string }) => each.id === id)).toMatchObject(appealed)
    const told = ['hearing_asked', 'sanctioned', 'appeal_received', 'appeal_answered']
    expect(await toldTo(driver)).toEqual(expect.arrayContaining(told))
    await aTrip(test.deps, { driver, departsAt: addMs(TEST_NOW, 20 * DAY_MS) })
  })

  it('refuses an appeal after 15 days, and keeps a sanction after a rejected one', async () => {
    const id = await sanction(driver, 'suspension', 30)
    const late = await sanction(passenger, 'warning')
    expect((await appeal(driver, id)).status).toBe(200)
    expect((await answer(other, id, false)).body).toEqual({ isUpheld: false })
    expect((await test.call(driver, 'GET', '/conduct')).body.standing).toBe('suspended')
    test.clock.set(addMs(TEST_NOW, 15 * DAY_MS + 1))
    expect((await appeal(passenger, late)).body.code).toBe('appeal_late')
    test.clock.set(TEST_NOW)
  })
})

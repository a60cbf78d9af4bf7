import { beforeAll, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { closeTrip, segmentPrice, takeSeats } from '#server/domains/trips/trips.public.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, aVerifiedDriver, freshToken, type TestUser } from '#test/factories.ts'
import {
  aRoadNetwork,
  aTrip,
  BOGOTA,
  CALI,
  GIRARDOT,
  IBAGUE,
  type TripOptions,
} from '#test/trip-factories.ts'
import { matchTrip } from './match-trip.ts'

const CAJAMARCA = '73124'

let test: TestApp
let mail: MailSandbox
/** Days of trips already used, so that no trip of one test is found by another. */
let used = 0

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  await aRoadNetwork(test.deps)
  return () => mail.close()
})

/** Six in the morning of a day that no other test uses. */
function aFreeDay(): { date: string; departsAt: Date } {
  used += 3
  const departsAt = addMs(TEST_NOW, used * DAY_MS - 2 * HOUR_MS)
  return { date: departsAt.toISOString().slice(0, 10), departsAt }
}

type Answer = { status: number; body: ReturnType<typeof JSON.parse> }

async function call(
  user: TestUser | null,
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const identity = user && { authorization: `Bearer ${await freshToken(test.deps, user)}` }
  const answer = await test.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...identity, ...headers },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** An alert Bogotá → Cali for one seat on the given days. */
function alertFor(date: string, changes: object = {}) {
  return { from: BOGOTA, to: CALI, since: date, until: date, ...changes }
}

async function anAlert(date: string, changes: object = {}, owner?: TestUser) {
  const user = owner ?? (await aUser(test.deps))
  const { status, body } = await call(user, 'POST', '/alerts', alertFor(date, changes))
  expect(status, JSON.stringify(body)).toBe(200)
  return { user, id: body.alert.id as string }
}

const mailsTo = (user: TestUser) => mail.control.messages(user.email)

async function publish(options: TripOptions) {
  const trip = await aTrip(test.deps, options)
  await test.runJobs()
  return trip
}

async function matchesOf(user: TestUser): Promise<number> {
  const { body } = await call(user, 'GET', '/alerts')
  return [...body.active, ...body.past].reduce((sum, alert) => sum + alert.matches, 0)
}

describe('an alert', () => {
  it('is told of a trip that is published, once, with a link to its part', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date, { from: GIRARDOT, seats: 2 })
    const trip = await publish({ departsAt })
    const [message, ...rest] = mailsTo(user)
    expect(rest).toEqual([])
    expect(message?.subject).toBe('Viaje de Girardot a Cali')
    const part = `from=${trip.stop(GIRARDOT)}&to=${trip.stop(CALI)}&seats=2`
    expect(message?.text).toContain(`http://localhost:3000/trips/${trip.tripId}?${part}`)
    const { facts } = trip
    const price = segmentPrice(facts, facts.declaredSeqs[1] ?? 0, facts.places.length - 1)
    const words = message?.text.replaceAll(/\s/g, ' ')
    expect(words).toContain(`$ ${new Intl.NumberFormat('es-CO').format(price)} por cupo`)
    expect(words).toContain('con Carlos R.')
    const { body } = await call(user, 'GET', '/alerts')
    expect(body.active).toHaveLength(1)
    expect(body.active[0]).toMatchObject({
      status: 'active',
      from: { placeId: GIRARDOT, name: 'Girardot' },
      matches: 1,
      can: { stop: true, resume: false },
      trips: [{ tripId: trip.tripId, fromStopId: trip.stop(GIRARDOT), price, seatsLeft: 3 }],
    })
    // The same job once more, as after a crash.
    await matchTrip(test.deps, trip.tripId)
    await test.runJobs()
    test.clock.advance(2 * HOUR_MS)
    await test.runJobs()
    expect(mailsTo(user)).toHaveLength(1)
  })

  it('is not told of a trip whose publication is undone', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date)
    const driver = await aVerifiedDriver(test.deps)
    await expect(aTrip(test.deps, { driver, departsAt, seats: 8 })).rejects.toThrow()
    await test.runJobs()
    expect(mailsTo(user)).toEqual([])
  })

  const day = { of: (days: number) => (date: string) => shifted(date, days) }
  it.each<[string, (date: string) => object, TripOptions, boolean]>([
    ['the way back', () => ({ from: CALI, to: BOGOTA }), {}, false],
    ['a part of the way', () => ({ from: IBAGUE }), {}, true],
    ['a place on the way', () => ({ from: CAJAMARCA }), {}, true],
    [
      'a place on the way where nobody is picked up',
      () => ({ from: CAJAMARCA }),
      { enRoutePickups: false },
      false,
    ],
    ['declared stops of such a trip', () => ({ from: IBAGUE }), { enRoutePickups: false }, true],
    ['the day before', (date) => ({ until: day.of(3)(date), since: day.of(1)(date) }), {}, false],
    ['the first of its days', (date) => ({ until: day.of(3)(date) }), {}, true],
    ['the last of its days', (date) => ({ since: day.of(-2)(date) }), {}, true],
    ['as many seats as there are', () => ({ seats: 3 }), {}, true],
    ['more seats than there are', () => ({ seats: 4 }), {}, false],
    ['a price far above', () => ({ maxPrice: 900_000 }), {}, true],
    ['a price below', () => ({ maxPrice: 5_000 }), {}, false],
    ['a trip by request', () => ({}), { instant: false }, true],
  ])('for %s', async (_what, changes, options, isTold) => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date, changes(date))
    await publish({ departsAt, ...options })
    expect(mailsTo(user)).toHaveLength(isTold ? 1 : 0)
    expect(await matchesOf(user)).toBe(isTold ? 1 : 0)
  })

  it('compares the price of the part with its own, to the peso', async () => {
    const { date, departsAt } = aFreeDay()
    const probe = await aTrip(test.deps, { departsAt: addMs(departsAt, HOUR_MS) })
    const { facts } = probe
    const price = segmentPrice(facts, 0, facts.places.length - 1)
    const exact = await anAlert(date, { maxPrice: price })
    const below = await anAlert(date, { maxPrice: price - 1 })
    await publish({ departsAt })
    expect(mailsTo(exact.user)).toHaveLength(1)
    expect(mailsTo(below.user)).toHaveLength(0)
  })

  it('goes by the day of boarding where it is, past midnight', async () => {
    const { date, departsAt } = aFreeDay()
    // Leaves Bogotá at eleven at night and passes Ibagué the day after.
    const late = addMs(departsAt, 17 * HOUR_MS)
    const tonight = await anAlert(date)
    const sameDay = await anAlert(date, { from: IBAGUE })
    const nextDay = await anAlert(shifted(date, 1), { from: IBAGUE })
    await publish({ departsAt: late })
    expect(mailsTo(tonight.user)).toHaveLength(1)
    expect(mailsTo(sameDay.user)).toHaveLength(0)
    expect(mailsTo(nextDay.user)).toHaveLength(1)
  })

  it('is not told of a trip of its own person', async () => {
    const { date, departsAt } = aFreeDay()
    const driver = await aVerifiedDriver(test.deps)
    await anAlert(date, {}, driver)
    await publish({ driver, departsAt })
    expect(mailsTo(driver)).toEqual([])
  })

  it('is told nothing while it is stopped, and again once it works', async () => {
    const { date, departsAt } = aFreeDay()
    const { user, id } = await anAlert(date)
    const stop = () => call(user, 'POST', `/alerts/${id}/stop`)
    expect((await stop()).body.alert).toMatchObject({ status: 'stopped', can: { resume: true } })
    expect((await stop()).status).toBe(200)
    await publish({ departsAt })
    expect(await matchesOf(user)).toBe(0)
    expect((await call(user, 'POST', `/alerts/${id}/resume`)).body.alert.status).toBe('active')
    await publish({ departsAt })
    expect(mailsTo(user)).toHaveLength(1)
  })

  it('leaves out what can no longer be booked when the message goes', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date)
    const { user: pair } = await anAlert(date, { seats: 2 })
    const cancelled = await aTrip(test.deps, { departsAt })
    const sold = await aTrip(test.deps, { departsAt })
    const { tripId } = sold
    await inTransaction(test.deps.db, async (tx) => {
      const { driverId } = cancelled.facts
      const reason = 'Se dañó el carro'
      const closing = { tripId: cancelled.tripId, driverId, reason, now: test.clock.now() }
      await closeTrip(tx, { ...closing, status: 'cancelled' })
      await takeSeats(tx, { tripId, fromSeq: 0, toSeq: 1, seats: 2 })
    })
    await test.runJobs()
    expect(mailsTo(user).map(({ subject }) => subject)).toEqual(['Viaje de Bogotá a Cali'])
    expect(mailsTo(user)[0]?.text).toContain(tripId)
    expect(mailsTo(pair)).toEqual([])
  })
})

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

describe('the messages of an alert', () => {
  it('are an hour apart at least, and name all that came in between', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date)
    await publish({ departsAt })
    const second = await publish({ departsAt: addMs(departsAt, HOUR_MS) })
    const third = await publish({ departsAt: addMs(departsAt, 2 * HOUR_MS) })
    test.clock.advance(59 * MINUTE_MS)
    await test.runJobs()
    expect(mailsTo(user)).toHaveLength(1)
    test.clock.advance(2 * MINUTE_MS)
    await test.runJobs()
    const [digest, ...before] = mailsTo(user)
    expect(before).toHaveLength(1)
    expect(digest?.subject).toBe('2 viajes de Bogotá a Cali')
    expect(digest?.text).toContain(second.tripId)
    expect(digest?.text.indexOf(third.tripId)).toBeGreaterThan(
      digest?.text.indexOf(second.tripId) ?? 0,
    )
  })

  it('name eight trips, and where the others are', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date)
    await publish({ departsAt })
    for (let hour = 1; hour <= 10; hour += 1) {
      await aTrip(test.deps, { departsAt: addMs(departsAt, hour * HOUR_MS) })
    }
    await test.runJobs()
    test.clock.advance(2 * HOUR_MS)
    await test.runJobs()
    const [digest] = mailsTo(user)
    expect(digest?.subject).toBe('10 viajes de Bogotá a Cali')
    expect(digest?.text.match(/Ver el viaje:/g)).toHaveLength(8)
    expect(digest?.text).toContain(`/trips?from=${BOGOTA}&to=${CALI}&date=${date}&seats=1`)
  })

  it('do not go when everything that waited is gone', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date)
    await publish({ departsAt })
    const { tripId, facts } = await publish({ departsAt })
    const { driverId } = facts
    const closing = { tripId, driverId, reason: 'No viajo', now: test.clock.now() }
    await inTransaction(test.deps.db, (tx) => closeTrip(tx, { ...closing, status: 'cancelled' }))
    test.clock.advance(2 * HOUR_MS)
    await test.runJobs()
    expect(mailsTo(user)).toHaveLength(1)
    expect(await matchesOf(user)).toBe(2)
  })

  it('are one, whoever of two workers is first', async () => {
    const { date, departsAt } = aFreeDay()
    const { user } = await anAlert(date)
    const { tripId } = await aTrip(test.deps, { departsAt })
    await Promise.all(Array.from({ length: 6 }, () => matchTrip(test.deps, tripId)))
    await test.runJobs()
    expect(mailsTo(user)).toHaveLength(1)
    expect(await matchesOf(user)).toBe(1)
  })

  it('reach everybody who waits for a popular way', async () => {
    const { date, departsAt } = aFreeDay()
    const users = await Promise.all(Array.from({ length: 12 }, () => aUser(test.deps)))
    for (const user of users) await anAlert(date, {}, user)
    await publish({ departsAt })
    expect(users.map((user) => mailsTo(user).length)).toEqual(users.map(() => 1))
  })
})

describe('creating an alert', () => {
  it('answers the one that is there, for the same places and a day in common', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const create = (changes: object) => call(user, 'POST', '/alerts', alertFor(date, changes))
    const first = await create({ until: shifted(date, 2) })
    expect(first.body).toMatchObject({ created: true, alert: { seats: 1, maxPrice: null } })
    const again = await create({ since: shifted(date, 2), until: shifted(date, 5), seats: 3 })
    expect(again.body).toMatchObject({ created: false, alert: { id: first.body.alert.id } })
    expect((await create({ since: shifted(date, 3), until: shifted(date, 4) })).body.created).toBe(
      true,
    )
    expect((await create({ from: IBAGUE })).body.created).toBe(true)
  })

  it('makes one, however many ask at once', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(user, 'POST', '/alerts', alertFor(date))),
    )
    expect(new Set(answers.map(({ body }) => body.alert.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
  })

  it('is safe to repeat with its key, also after the alert was stopped', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const key = { 'idempotency-key': 'alerta-de-prueba-1' }
    const create = (changes = {}) => call(user, 'POST', '/alerts', alertFor(date, changes), key)
    const { id } = (await create()).body.alert
    await call(user, 'POST', `/alerts/${id}/stop`)
    expect((await create()).body).toMatchObject({ created: false, alert: { id } })
    expect((await create({ seats: 2 })).body.code).toBe('idempotency_mismatch')
    expect((await call(user, 'GET', '/alerts')).body).toMatchObject({ active: [], past: [{ id }] })
  })

  it('ends at ten that work, which stopping one makes nine', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const places = [GIRARDOT, IBAGUE, CAJAMARCA, '63001', '05001']
    const pairs = [BOGOTA, CALI].flatMap((from) => places.map((to) => ({ from, to })))
    const made = []
    for (const pair of pairs) made.push((await anAlert(date, pair, user)).id)
    const more = () => call(user, 'POST', '/alerts', alertFor(date))
    expect((await more()).body.code).toBe('alert_limit')
    // The one that is there is no new one.
    expect((await call(user, 'POST', '/alerts', alertFor(date, pairs[0]))).status).toBe(200)
    await call(user, 'POST', `/alerts/${made[0]}/stop`)
    expect((await more()).status).toBe(200)
    const resumed = await call(user, 'POST', `/alerts/${made[0]}/resume`)
    expect(resumed.body.code).toBe('alert_limit')
  })

  it('begins today when its first day is over', async () => {
    const user = await aUser(test.deps)
    const today = addMs(test.clock.now(), -5 * HOUR_MS)
      .toISOString()
      .slice(0, 10)
    const dates = { since: shifted(today, -2), until: today }
    const { body } = await call(user, 'POST', '/alerts', alertFor(today, dates))
    expect(body.alert).toMatchObject({ since: today, until: today })
  })

  it.each<[string, object]>([
    ['route_stops_invalid', { to: BOGOTA }],
    ['place_not_found', { to: '99999' }],
    ['invalid_request', { since: '2027-01-10', until: '2027-01-09' }],
    ['invalid_request', { since: '2026-11-01', until: '2026-11-19' }],
    ['invalid_request', { since: '2027-01-10', until: '2027-03-10' }],
    ['invalid_request', { since: '2027-02-30' }],
    ['invalid_request', { seats: 0 }],
    ['invalid_request', { seats: 5 }],
    ['invalid_request', { seats: '1' }],
    ['invalid_request', { maxPrice: 0 }],
    ['invalid_request', { maxPrice: 1.5 }],
    ['invalid_request', { maxPrice: 2_000_000_000 }],
    ['invalid_request', { from: 'Bogotá' }],
    ['invalid_request', { userId: 'x' }],
  ])('is %s for %j', async (code, changes) => {
    const user = await aUser(test.deps)
    const base = alertFor('2027-01-10')
    const { body } = await call(user, 'POST', '/alerts', { ...base, ...changes })
    expect(body.code).toBe(code)
    expect((await call(user, 'GET', '/alerts')).body).toEqual({ active: [], past: [] })
  })
})

describe('an alert whose days are over', () => {
  it('is among the past ones at once, stopped by the job, and does not come back', async () => {
    const user = await aUser(test.deps)
    const today = addMs(test.clock.now(), -5 * HOUR_MS)
      .toISOString()
      .slice(0, 10)
    const { id } = await anAlert(today, {}, user)
    const status = async () => {
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        'select status from trip_alerts where id = $1',
        [id],
      )
      return rows[0].status
    }
    test.clock.advance(DAY_MS)
    const { body } = await call(user, 'GET', '/alerts')
    expect(body).toMatchObject({ active: [], past: [{ id, can: { stop: false, resume: false } }] })
    expect(await status()).toBe('active')
    await test.runJobs()
    expect(await status()).toBe('stopped')
    expect((await call(user, 'POST', `/alerts/${id}/resume`)).body.code).toBe('alert_over')
  })
})

it('of two alerts over the same days only one works', async () => {
  const user = await aUser(test.deps)
  const { date } = aFreeDay()
  const { id } = await anAlert(date, {}, user)
  await call(user, 'POST', `/alerts/${id}/stop`)
  await anAlert(date, {}, user)
  expect((await call(user, 'POST', `/alerts/${id}/resume`)).body.code).toBe('alert_exists')
})

import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import {
  type AlertsApp,
  aFreeDay,
  alertFor,
  openAlertsApp,
  shifted,
} from '#test/alert-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

const CAJAMARCA = '73124'

let test: AlertsApp

beforeAll(async () => {
  test = await openAlertsApp()
})

describe('creating an alert', () => {
  it('returns the existing alert for the same places with a day in common', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const create = (changes: object) => test.call(user, 'POST', '/alerts', alertFor(date, changes))
    const first = await create({ until: shifted(date, 2) })
    expect(first.body).toMatchObject({ created: true, alert: { seats: 1, maxPrice: null } })
    const again = await create({ since: shifted(date, 2), until: shifted(date, 5), seats: 3 })
    expect(again.body).toMatchObject({ created: false, alert: { id: first.body.alert.id } })
    expect((await create({ since: shifted(date, 3), until: shifted(date, 4) })).body.created).toBe(
      true,
    )
    expect((await create({ from: IBAGUE })).body.created).toBe(true)
  })

  it('creates one alert when eight equal requests run in parallel', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => test.call(user, 'POST', '/alerts', alertFor(date))),
    )
    expect(new Set(answers.map(({ body }) => body.alert.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
  })

  it('returns the same alert for a repeated key, even after the alert was stopped', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const key = { 'idempotency-key': 'alerta-de-prueba-1' }
    const create = (changes = {}) =>
      test.call(user, 'POST', '/alerts', alertFor(date, changes), key)
    const { id } = (await create()).body.alert
    await test.call(user, 'POST', `/alerts/${id}/stop`)
    expect((await create()).body).toMatchObject({ created: false, alert: { id } })
    expect((await create({ seats: 2 })).body.code).toBe('idempotency_mismatch')
    expect((await test.call(user, 'GET', '/alerts')).body).toMatchObject({
      active: [],
      past: [{ id }],
    })
  })

  it('refuses an alert beyond ten active ones, and allows it after one is stopped', async () => {
    const user = await aUser(test.deps)
    const { date } = aFreeDay()
    const places = [GIRARDOT, IBAGUE, CAJAMARCA, '63001', '05001']
    const pairs = [BOGOTA, CALI].flatMap((from) => places.map((to) => ({ from, to })))
    const made = []
    for (const pair of pairs) made.push((await test.anAlert(date, pair, user)).id)
    const more = () => test.call(user, 'POST', '/alerts', alertFor(date))
    expect((await more()).body.code).toBe('alert_limit')
    // Asking for an existing alert creates none, so the limit does not apply.
    expect((await test.call(user, 'POST', '/alerts', alertFor(date, pairs[0]))).status).toBe(200)
    await test.call(user, 'POST', `/alerts/${made[0]}/stop`)
    expect((await more()).status).toBe(200)
    const resumed = await test.call(user, 'POST', `/alerts/${made[0]}/resume`)
    expect(resumed.body.code).toBe('alert_limit')
  })

  it('moves the first day of a new alert to today when it is over', async () => {
    const user = await aUser(test.deps)
    const today = addMs(test.clock.now(), -5 * HOUR_MS)
      .toISOString()
      .slice(0, 10)
    const dates = { since: shifted(today, -2), until: today }
    const { body } = await test.call(user, 'POST', '/alerts', alertFor(today, dates))
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
    ['amount_not_whole', { maxPrice: 1.5 }],
    ['invalid_request', { maxPrice: 2_000_000_000 }],
    ['invalid_request', { from: 'Bogotá' }],
    ['invalid_request', { userId: 'x' }],
  ])('refuses a new alert with %s for %j', async (code, changes) => {
    const user = await aUser(test.deps)
    const base = alertFor('2027-01-10')
    const { body } = await test.call(user, 'POST', '/alerts', { ...base, ...changes })
    expect(body.code).toBe(code)
    expect((await test.call(user, 'GET', '/alerts')).body).toEqual({ active: [], past: [] })
  })
})

describe('an alert past its last day', () => {
  it('lists an alert past its last day as past, stops it, and refuses to resume it', async () => {
    const user = await aUser(test.deps)
    const today = addMs(test.clock.now(), -5 * HOUR_MS)
      .toISOString()
      .slice(0, 10)
    const { id } = await test.anAlert(today, {}, user)
    const status = async () => {
      const { rows } = await asOwner(
        test.deps.databaseUrl,
        'select status from trip_alerts where id = $1',
        [id],
      )
      return rows[0].status
    }
    test.clock.advance(DAY_MS)
    const { body } = await test.call(user, 'GET', '/alerts')
    expect(body).toMatchObject({ active: [], past: [{ id, can: { stop: false, resume: false } }] })
    expect(await status()).toBe('active')
    await test.runRecurring('alerts.stop-over')
    expect(await status()).toBe('stopped')
    expect((await test.call(user, 'POST', `/alerts/${id}/resume`)).body.code).toBe('alert_over')
  })
})

it('refuses to resume an alert while another active alert covers the same days', async () => {
  const user = await aUser(test.deps)
  const { date } = aFreeDay()
  const { id } = await test.anAlert(date, {}, user)
  await test.call(user, 'POST', `/alerts/${id}/stop`)
  await test.anAlert(date, {}, user)
  expect((await test.call(user, 'POST', `/alerts/${id}/resume`)).body.code).toBe('alert_exists')
})

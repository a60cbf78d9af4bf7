import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { Switch } from '#contract/switch-list.ts'
import { isOn } from '#server/modules/foundation/switches/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'

const REASON = 'La pasarela no responde.'

let test: WithdrawalsApp
let admin: TestUser
let saver: Saver
let driver: TestDriver
let trip: TestTrip

beforeAll(async () => {
  test = await openWithdrawalsApp()
  await aRoadNetwork(test.deps)
  saver = await test.aSaver()
  driver = await aVerifiedDriver(test.deps)
  trip = await aTrip(test.deps, { driver })
  admin = await aUser(test.deps, { firstName: 'Alba', roles: ['passenger', 'admin'] })
})

type Body = Record<string, unknown>
type Sent = { path: string; body: Body; by: TestUser }

const set = (name: Switch, on: boolean) =>
  test.post(admin, `/admin/switches/${name}`, { isOn: on, reason: REASON })

const send = ({ by, path, body }: Sent, key = newId()) =>
  test.post(by, path, body, { 'idempotency-key': key })

let days = 10

/** Returns the request body of a trip, each on another day. */
function anOffer(): Body {
  days += 2
  const { facts } = trip
  return {
    vehicleId: driver.vehicleId,
    stops: [BOGOTA, CALI].map((placeId) => ({ placeId })),
    departsAt: addMs(test.clock.now(), days * DAY_MS).toISOString(),
    seats: 2,
    seatPrice: facts.seatPrice,
    paymentModes: ['billetera'],
    instant: true,
    enRoutePickups: false,
  }
}

const signUp = (): Body => ({
  email: `nueva-${newId()}@correo.test`,
  password: 'una clave larga de prueba',
  verification_terms: 'aceptado',
})

function aWish(): Body {
  days += 2
  const earliest = addMs(test.clock.now(), days * DAY_MS)
  const latest = addMs(earliest, 6 * HOUR_MS)
  const hours = { earliest: earliest.toISOString(), latest: latest.toISOString() }
  return { from: BOGOTA, to: CALI, ...hours, maxPrice: 20_000 }
}

const operations: [Switch, ErrorCode, () => Sent][] = [
  [
    'withdrawals',
    'withdrawals_off',
    () => {
      const body = { amount: 50_000, accountId: saver.accountId }
      return { by: saver, path: '/withdrawals', body }
    },
  ],
  [
    'top_ups',
    'top_ups_off',
    () => ({ by: saver, path: '/payments/create', body: { amount: 50_000 } }),
  ],
  ['publishing', 'publishing_off', () => ({ by: driver, path: '/trips', body: anOffer() })],
  ['sign_ups', 'sign_ups_off', () => ({ by: saver, path: '/auth/signup', body: signUp() })],
  [
    'ride_requests',
    'ride_requests_off',
    () => ({ by: saver, path: '/ride-requests', body: aWish() }),
  ],
  [
    'questions',
    'questions_off',
    () => ({ by: saver, path: `/trips/${trip.tripId}/conversations`, body: {} }),
  ],
]

describe.each(operations)('while the switch %s is off', (name, code, make) => {
  it('refuses only the operation that is off, and allows it when it is on again', async () => {
    const sent = make()
    expect((await set(name, false)).status).toBe(200)
    expect(await send(sent)).toMatchObject({ status: 503, body: { code } })
    const [, otherCode, other] = operations[name === 'top_ups' ? 0 : 1] ?? []
    const elsewhere = other && (await send(other()))
    expect(elsewhere?.body.code).not.toBe(otherCode)
    expect((await set(name, true)).status).toBe(200)
    const { status, body } = await send(sent)
    expect([body.code, Math.floor(status / 100)]).toEqual([undefined, 2])
  })
})

describe('work that began before the switch was off', () => {
  it('credits a top-up that began before top-ups were switched off', async () => {
    const payer = await aUser(test.deps)
    const sent = { by: payer, path: '/payments/create', body: { amount: 70_000 } }
    const first = await send(sent, 'recarga-repetida-1')
    await set('top_ups', false)
    const again = await send(sent, 'recarga-repetida-1')
    expect(again.body.data.reference).toBe(first.body.data.reference)
    test.wompi.settle(test.payer(String(first.body.data.reference), 70_000), 'APPROVED')
    await test.settleAll()
    expect(await test.balance(payer)).toBe(70_000)
    await set('top_ups', true)
  })

  it('leaves the open days of a weekly series untouched while publishing is off', async () => {
    const weekday = (date: Date) => ((date.getUTCDay() + 6) % 7) + 1
    const offer = anOffer()
    const first = new Date(String(offer.departsAt))
    const body = { trip: offer, weekdays: [weekday(addMs(first, -5 * HOUR_MS))] }
    const made = await send({ by: driver, path: '/trip-series', body })
    expect([made.body.code, made.status]).toEqual([undefined, 201])
    await set('publishing', false)
    test.clock.advance(8 * DAY_MS)
    await test.runJobs()
    const counted = `select count(*)::int as days from trip_series_days
      where refused_code is not null`
    const refused = async () => (await asOwner(test.deps.databaseUrl, counted)).rows[0].days
    expect(await refused()).toBe(0)
    await set('publishing', true)
  })
})

describe('a switch', () => {
  it('repeats the answer to a withdrawal made before withdrawals were switched off', async () => {
    const body = { amount: 50_000, accountId: saver.accountId }
    const asked = { by: saver, path: '/withdrawals', body }
    const key = newId()
    const first = await send(asked, key)
    expect(first.status).toBe(201)
    await set('withdrawals', false)
    expect((await send(asked, key)).body).toEqual(first.body)
    expect((await send(asked)).body.code).toBe('withdrawals_off')
    await set('withdrawals', true)
  })

  it("lists the changes of a switch with reason and name, also in the team's trail", async () => {
    await set('push', false)
    await set('push', false)
    const { body } = await test.get(admin, '/admin/switches')
    const [push] = (body as unknown as { switches: { switch: string }[] }).switches.filter(
      (item) => item.switch === 'push',
    )
    expect(push).toMatchObject({ isOn: false, changes: [{ by: 'Alba Gómez', reason: REASON }] })
    const text = `select action, reason from staff_actions where subject_id = 'push'`
    const { rows } = await asOwner(test.deps.databaseUrl, text)
    expect(rows).toEqual([{ action: 'switch.off', reason: REASON }])
    await set('push', true)
  })

  it('sees within five seconds that another process changed a switch', async () => {
    const elsewhere = 'insert into switch_changes values ($1, $2, false, now(), $3, $4)'
    expect(await isOn(test.deps, 'push')).toBe(true)
    await asOwner(test.deps.databaseUrl, elsewhere, [newId(), 'push', admin.userId, REASON])
    expect(await isOn(test.deps, 'push')).toBe(true)
    test.clock.advance(5_000)
    expect(await isOn(test.deps, 'push')).toBe(false)
    await set('push', true)
  })
})

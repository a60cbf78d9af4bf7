import Fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPayoutsSandbox, PAYOUTS_MOUNT } from '#sandbox/wompi/payouts-sandbox.ts'
import { buildApp } from '#server/app.ts'
import { loadPlaces, loadSafePoints } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices } from '#server/modules/roads/pricing/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { atEnd } from '#test/at-end.ts'
import { demoKeys, demoSignIn } from './demo-sign-in.ts'
import { asked, carlos, newcomer, passengers, staff, stranded } from './people.ts'
import { type DemoAccount, seedDemo } from './seed-demo.ts'

const [BOGOTA, IBAGUE] = ['11001', '73001']
const laura = passengers[0]?.email ?? ''

type Found = { driver: { name: string } }

let test: TestApp
let app: FastifyInstance
let accounts: readonly DemoAccount[]

/** The first start; later ones follow at other hours. */
const FIRST_HOUR = 5.5

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
  await loadFuelPrices(test.deps)
  await loadSafePoints(test.deps)
  moveTo(FIRST_HOUR)
  accounts = await seedDemo(test.deps)
  app = await site(test.deps)
}, 300_000)

async function site(deps: TestApp['deps']) {
  const made = await buildApp(deps, [demoSignIn(deps, accounts)])
  atEnd(() => made.close())
  return made
}

/** Moves the clock to the next time that is this hour in Bogotá. */
function moveTo(hour: number): void {
  const now = test.clock.now().getTime()
  const then = startOfBogotaDate(bogotaDate(test.clock.now())).getTime() + hour * HOUR_MS
  test.clock.advance(then - now + (then < now ? DAY_MS : 0))
}

/** Signs in by one press, as the browser does: the form, then the exchange of its cookie. */
async function press(email: string) {
  const origin = { host: 'cupo.test', origin: 'http://cupo.test' }
  const pressed = await app.inject({
    method: 'POST',
    url: '/sandbox/demo',
    headers: { ...origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URLSearchParams({ email })}`,
  })
  expect(pressed.statusCode, pressed.body).toBe(303)
  const cookie = pressed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const renewed = await app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { cookie },
    payload: {},
  })
  const token = renewed.json().access_token
  async function call(method: 'GET' | 'POST', path: string, payload?: object) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(payload && { payload }),
    })
    expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300)
    return answer.headers['content-type'] === 'application/pdf' ? answer.body : answer.json()
  }
  return { call, landing: pressed.headers.location }
}

async function searched(days: number) {
  const date = bogotaDate(addMs(test.clock.now(), days * DAY_MS))
  const url = `/api/trips/search?from=${BOGOTA}&to=${IBAGUE}&date=${date}`
  return (await app.inject({ url, headers: { 'cache-control': 'no-cache' } })).json()
}

type Signed = Pick<Awaited<ReturnType<typeof press>>, 'call'>

/** The newest booking whose driver failed, and what was found for it. */
async function failedOf({ call }: Signed) {
  const { bookings } = await call('GET', '/bookings?scope=past')
  const failed = bookings.filter(({ status }: { status: string }) => status === 'trip_cancelled')
  const newest = failed.sort((a: { createdAt: string }, b: { createdAt: string }) =>
    b.createdAt.localeCompare(a.createdAt),
  )[0]
  const { rescue } = await call('GET', `/bookings/${newest?.id}/rescue`)
  return { bookingId: newest?.id, rescue }
}

describe('what README says to click first', () => {
  // The last one in an order in which no trip is still under way.
  it.each([
    ['6:00', 6],
    ['12:00', 12],
    ['23:50', 23 + 50 / 60],
    ['21:40', 21 + 40 / 60],
  ])('works at %s: search, book, pay from the wallet, read the ticket in', async (_, hour) => {
    moveTo(hour)
    await test.runRecurring('bookings.advance-due')
    await seedDemo(test.deps)
    const passenger = await press(laura)
    const { bookings: ahead } = await passenger.call('GET', '/bookings?scope=upcoming')
    const states = ahead.map(({ status }: { status: string }) => status)
    expect(states).toEqual(expect.arrayContaining(['confirmed', 'requested']))
    const today = await searched(0)
    const { results } = today.total > 0 ? today : await searched(1)
    const { tripId, fromStopId, toStopId, departsAt } = results.find(
      ({ driver }: Found) => driver.name === 'Carlos R.',
    )
    expect(Date.parse(departsAt) - test.clock.now().getTime()).toBeLessThan(2 * HOUR_MS)
    const booked = await passenger.call('POST', `/trips/${tripId}/bookings`, {
      fromStopId,
      toStopId,
    })
    expect(booked.booking).toMatchObject({ status: 'confirmed', paymentMode: 'billetera' })
    const driver = await press(carlos.email)
    const { code } = await passenger.call('GET', `/bookings/${booked.booking.id}/ticket`)
    const boarded = await driver.call('POST', `/trips/${tripId}/check-in`, { code })
    expect(boarded.booking.status).toBe('checked_in')
  })

  it('finds a trip for today at every hour until the last one left, then tomorrow', async () => {
    const date = bogotaDate(addMs(test.clock.now(), DAY_MS))
    moveTo(0)
    expect(bogotaDate(test.clock.now())).toBe(date)
    for (let half = 0; half < 48; half += 1) {
      moveTo(half / 2)
      const { total } = await searched(0)
      expect(total, `at ${half / 2}`).toBeGreaterThan(0)
    }
    moveTo(23.9)
    const { total, instead } = await searched(0)
    expect(total).toBe(0)
    expect(instead.day.date).toBe(bogotaDate(addMs(test.clock.now(), DAY_MS)))
  })
})

describe('the printed people', () => {
  it('gives the passenger two paid trips with receipt, ratings, chat and points', async () => {
    const { call } = await press(laura)
    const { bookings } = await call('GET', '/bookings?scope=past')
    const weekAgo = test.clock.now().getTime() - 4 * DAY_MS
    const first = bookings.filter(
      ({ createdAt }: { createdAt: string }) => Date.parse(createdAt) < weekAgo,
    )
    expect(first.length).toBeGreaterThanOrEqual(2)
    for (const { id, paymentMode, status } of first.slice(-2)) {
      expect([paymentMode, status]).toEqual(['billetera', 'completed'])
      await call('GET', `/bookings/${id}/receipt`)
      const { rating } = await call('GET', `/bookings/${id}/rating`)
      expect([rating.mine.stars, rating.theirs.stars]).toEqual([5, 5])
    }
    expect((await call('GET', '/conversations')).conversations.length).toBeGreaterThanOrEqual(2)
    expect((await call('GET', '/rewards')).points).toBeGreaterThan(0)
  })

  it('gives the driver earnings, commission, a rating and a weekly commute', async () => {
    const { call } = await press(carlos.email)
    const { transactions } = await call('GET', '/wallet/transactions?limit=50')
    const said = transactions.map(({ description }: { description: string }) => description)
    expect(said).toContainEqual(
      expect.stringMatching(/^Ingreso por viaje \(\$\s[\d.]+ menos \$\s[\d.]+ de comisión\)/),
    )
    expect(said).toContainEqual(expect.stringMatching(/^Comisión de Cupo · /))
    const { month, trips } = await call('GET', '/wallet/earnings')
    expect(month.commission).toBeGreaterThan(0)
    expect(trips.length).toBeGreaterThan(0)
    const { user } = await call('GET', '/auth/me')
    expect((await call('GET', `/users/${user.id}`)).profile.rating.average).toBe(5)
    const { series } = await call('GET', '/trip-series')
    const days = series.map(({ weekdays, stops }: { weekdays: number[]; stops: string[] }) => {
      return [weekdays[0], stops[0], stops.at(-1)]
    })
    expect(days.sort()).toEqual([
      [1, 'Bogotá', 'Ibagué'],
      [5, 'Ibagué', 'Bogotá'],
    ])
  })

  it.each([newcomer, ...staff].map(({ email }) => email))(
    'signs in as %s by a press',
    async (email) => {
      const { call, landing } = await press(email)
      if (email === newcomer.email) return expect(landing).toBe('/wallet')
      expect(landing).toBe('/admin')
      await call('GET', '/admin/today')
    },
  )
})

it('lists the Bre-B keys that resolve, of which one belongs to the signed-in driver', async () => {
  const keys = test.deps.secrets.payouts
  if (!keys) throw new Error('no keys of the sandbox')
  const outside = Fastify()
  const directory = createPayoutsSandbox({
    ...{ keys, webhookUrl: 'http://127.0.0.1:9/' },
    holders: demoKeys(accounts),
  })
  await outside.register(directory.plugin)
  test.deps.urls.payouts = `${await outside.listen({ port: 0, host: '127.0.0.1' })}${PAYOUTS_MOUNT}`
  atEnd(async () => {
    await outside.close()
    directory.close()
  })
  const listed = (await outside.inject({ url: `${PAYOUTS_MOUNT}/keys` })).json()
  expect(listed).toHaveLength(accounts.length)
  const page = (await outside.inject({ url: `${PAYOUTS_MOUNT}/` })).body
  for (const { key, name } of listed) expect(page).toContain(`${key} · ${name}`)
  const own = listed.find(({ key }: { key: string }) => key === carlos.email)
  const { call } = await press(carlos.email)
  const asked = { keyType: 'email', key: own.key }
  const found = await call('POST', '/payout-accounts/resolve', asked)
  expect(found).toMatchObject({ holder: own.name })
})

describe('a site without the demonstration', () => {
  it('neither lists accounts nor signs in as one in production', async () => {
    const config = { ...test.deps.config, production: true }
    for (const made of [test.app, await site({ ...test.deps, config })]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await made.inject({ method, url: '/sandbox/demo' })
        expect(answer.statusCode).toBe(404)
        expect(answer.body).not.toContain('@demo.cupo.co')
      }
      const page = await made.inject({ url: '/login', headers: { accept: 'text/html' } })
      expect(String(page.headers['set-cookie'] ?? '')).not.toContain('cupo_demo')
    }
  })
})

describe('a passenger whose driver failed, and the driver who is asked', () => {
  const hours = [1.5, 6.9, 9.75, 13, 20.9, 23.4]

  it.each(hours)('at %s h of a later day: the press of each shows the question', async (hour) => {
    test.clock.advance(DAY_MS)
    moveTo(hour)
    const passenger = await press(stranded.email)
    await test.runJobs()
    const { bookingId, rescue } = await failedOf(passenger)
    expect(rescue).toMatchObject({ status: 'asked', asked: 1, kept: null, others: [] })
    const driver = await press(asked.email)
    await test.runJobs()
    expect(await failedOf(passenger)).toMatchObject({ bookingId })
    expect((await driver.call('GET', '/agenda')).items).toContainEqual(
      expect.objectContaining({ kind: 'ask', bookingId }),
    )
    const { ask } = await driver.call('GET', `/bookings/${bookingId}/rescue/ask`)
    expect(ask).toMatchObject({ status: 'open', firstName: stranded.firstName, seats: 1 })
  })

  it('gives the passenger the car when the driver says yes, and asks no more', async () => {
    moveTo(10)
    const [passenger, driver] = [await press(stranded.email), await press(asked.email)]
    await test.runJobs()
    const { bookingId } = await failedOf(passenger)
    const path = `/bookings/${bookingId}/rescue`
    const said = await driver.call('POST', `${path}/ask`, { agrees: true })
    expect(said.ask.status).toBe('kept')
    await test.runJobs()
    expect((await failedOf(passenger)).rescue).toMatchObject({ status: 'offered', mayTake: true })
    const { bookings } = await passenger.call('POST', `${path}/take`, {})
    expect(bookings).toMatchObject([{ status: 'confirmed' }])
    expect((await driver.call('GET', `${path}/ask`)).ask.status).toBe('booked')
    await press(stranded.email)
    await test.runJobs()
    expect((await driver.call('GET', '/agenda')).items).not.toContainEqual(
      expect.objectContaining({ kind: 'ask' }),
    )
  })

  it('asks once more on the same day when the question is over, and not a third time', async () => {
    moveTo(9)
    const seen: string[] = []
    for (let time = 0; time < 3; time += 1) {
      const { call } = await press(stranded.email)
      await test.runJobs()
      seen.push((await failedOf({ call })).rescue.status)
      test.clock.advance(HOUR_MS / 2)
      await test.runJobs()
    }
    expect(seen).toEqual(['asked', 'asked', 'none'])
  })
})

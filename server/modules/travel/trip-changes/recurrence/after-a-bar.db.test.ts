import { beforeAll, expect, it } from 'vitest'
import { askProvedClosing, takeBack } from '#server/modules/office/privacy/ask-closing.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aVerifiedDriver, freshToken, type TestDriver } from '#test/factories.ts'
import { aRoadNetwork, BOGOTA, GIRARDOT } from '#test/trip-factories.ts'
import { generateDue, retryRefused } from './generate-trips.ts'
import { listSeries } from './show-series.ts'

// The clock of the tests starts on Friday, 20 November 2026, 8:00 in Bogotá.
const MONDAY = new Date('2026-11-23T06:00:00-05:00')

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
})

/** A driver with a series of Mondays whose trips so far are cancelled. */
async function aSeries() {
  const driver = await aVerifiedDriver(test.deps)
  const request = { stops: [BOGOTA, GIRARDOT], departsAt: MONDAY, seats: 3 }
  const { quote } = await quoteTrip(test.deps, request)
  const trip = {
    vehicleId: driver.vehicleId,
    stops: request.stops.map((placeId) => ({ placeId })),
    ...{ departsAt: MONDAY.toISOString(), seats: 3, seatPrice: quote.seat.recommended },
  }
  const authorization = `Bearer ${await freshToken(test.deps, driver)}`
  const made = { trip, weekdays: [1] }
  const answer = await test.app.inject({
    ...{ method: 'POST', url: '/api/trip-series', headers: { authorization }, payload: made },
  })
  expect(answer.statusCode).toBe(201)
  const cancel = "update trips set status = 'cancelled' where driver_id = $1"
  await asOwner(test.deps.databaseUrl, cancel, [driver.userId])
  const last = async () => {
    const [series] = await listSeries(test.deps, driver)
    const day = series?.days.at(-1)
    return day?.skipped?.code ?? (day?.tripId ? 'published' : undefined)
  }
  return { driver, last }
}

type Bar = { begins: (driver: TestDriver) => Promise<unknown>; ends: Bar['begins'] }

const expelled = (value: boolean) => (driver: TestDriver) =>
  asOwner(
    test.deps.databaseUrl,
    `insert into user_standing (user_id, expelled) values ($1, $2)
     on conflict (user_id) do update set expelled = excluded.expelled`,
    [driver.userId, value],
  )

const proofNeeded = (value: boolean) =>
  asOwner(test.deps.databaseUrl, 'update phone_policy set proof_needed = $1', [value])

const provedAt = ({ userId }: TestDriver, at: Date | null) =>
  asOwner(test.deps.databaseUrl, 'update users set phone_proved_at = $2 where id = $1', [
    ...[userId, at],
  ])

const addressIs = (value: string) => (driver: TestDriver) =>
  asOwner(test.deps.databaseUrl, `update users set email_confirmed_at = ${value} where id = $1`, [
    driver.userId,
  ])

const bars: [string, string, Bar][] = [
  [
    ...(['the telephone must be proved', 'profile_incomplete'] as const),
    {
      async begins(driver) {
        await provedAt(driver, null)
        await proofNeeded(true)
      },
      async ends(driver) {
        await provedAt(driver, test.clock.now())
        await proofNeeded(false)
      },
    },
  ],
  [
    ...(['the address is unconfirmed', 'email_unconfirmed'] as const),
    { begins: addressIs('null'), ends: addressIs('now()') },
  ],
  [
    ...(['the account closes', 'account_closing'] as const),
    {
      begins: (driver) => askProvedClosing(test.deps, driver),
      ends: (driver) => takeBack(test.deps, driver),
    },
  ],
  [
    ...(['the driver is expelled', 'account_expelled'] as const),
    { begins: expelled(true), ends: expelled(false) },
  ],
]

it.each(bars)('%s for a while: its refused days are published after it', async (_, code, bar) => {
  test.clock.set(TEST_NOW)
  const { driver, last } = await aSeries()
  await bar.begins(driver)
  test.clock.set(addMs(MONDAY, DAY_MS))
  await generateDue(test.deps)
  expect(await last()).toBe(code)
  await bar.ends(driver)
  test.clock.advance(DAY_MS)
  await retryRefused(test.deps)
  expect(await last()).toBe('published')
})

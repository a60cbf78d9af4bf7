import { beforeAll, describe, expect, it } from 'vitest'
import { Preferences } from '#contract/trips.ts'
import { loadConfig } from '#server/config.ts'
import { addMs, bogotaDate, MINUTE_MS } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aRoadNetwork, aTrip, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

// Required fields and value lists are those of the published description of the standard,
// github.com/fabmob/standard-covoiturage, standard-covoiturage_openapi.yaml, version 0.0.1.
const REQUIRED = [
  ...['duration', 'operator', 'passengerPickupLat', 'passengerPickupLng', 'passengerDropLat'],
  ...['passengerDropLng', 'driver', 'passengerPickupDate', 'type'],
]
const KEY = 'clave-de-aventon'

let test: TestApp
let trip: TestTrip
let pickUpAt: Date

beforeAll(async () => {
  test = await openTestApp()
  test.deps.config.exchangePartners = [{ name: 'aventon', keyHash: sha256Hex(KEY) }]
  await aRoadNetwork(test.deps)
  trip = await aTrip(test.deps)
  const found = await test.app.inject({
    url: `/api/trips/search?from=${IBAGUE}&to=${CALI}&date=${bogotaDate(trip.facts.departsAt)}`,
  })
  pickUpAt = new Date(found.json().results[0].departsAt)
})

const seconds = (at: Date) => String(Math.round(at.getTime() / 1000))

/** About 2 km from the middle of Ibagué and of Cali. */
const near = () => ({
  departureLat: '4.4533',
  departureLng: '-75.2322',
  arrivalLat: '3.4372',
  arrivalLng: '-76.5225',
  departureDate: seconds(pickUpAt),
  departureRadius: '10',
  arrivalRadius: '10.5',
})

async function ask(query: Record<string, string>, key: string | null = KEY) {
  const answer = await test.app.inject({
    url: `/api/exchange/driver_journeys?${new URLSearchParams(query)}`,
    headers: key === null ? {} : { 'x-api-key': key },
  })
  return { status: answer.statusCode, body: answer.json() }
}

describe('the search for partners', () => {
  it('answers trips near two points in the form of the standard', async () => {
    const { status, body } = await ask(near())
    expect([status, body.length]).toEqual([200, 1])
    const [journey] = body
    expect(Object.keys(journey)).toEqual(expect.arrayContaining(REQUIRED))
    expect(journey).toMatchObject({
      type: 'PLANNED',
      passengerPickupDate: Number(seconds(pickUpAt)),
      passengerPickupAddress: expect.stringMatching(/Ibagué$/),
      passengerDropAddress: 'Cali',
      availableSeats: 3,
      price: { type: 'PAYING', currency: 'COP', amount: expect.any(Number) },
      driver: { operator: journey.operator, alias: journey.driver.firstName },
    })
    expect(journey.webUrl).toContain(`/trips/${trip.tripId}?from=${trip.stop(IBAGUE)}`)
  })

  it('says of the driver no more than the first name and the rating', async () => {
    const { body } = await ask(near())
    expect(Object.keys(body[0].driver).toSorted()).toEqual([
      ...['alias', 'firstName', 'id', 'operator'],
    ])
    expect(JSON.stringify(body)).not.toContain(trip.driver.userId)
  })

  it('keeps to radius, hours and number of results', async () => {
    const away = (ms: number) => seconds(addMs(pickUpAt, ms))
    const changes: Record<string, string>[] = [
      { departureRadius: '1' },
      { departureDate: away(16 * MINUTE_MS) },
      { departureDate: away(16 * MINUTE_MS), timeDelta: '1000' },
      { count: '1' },
    ]
    const counts = await Promise.all(
      changes.map(async (change) => (await ask({ ...near(), ...change })).body.length),
    )
    expect(counts).toEqual([0, 0, 1, 1])
  })

  it('leaves out a trip only for women, which the standard cannot say', async () => {
    const set = (value: boolean) =>
      asOwner(
        test.deps.databaseUrl,
        `update trips set preferences = preferences || '{"womenOnly": ${value}}'`,
        [],
      )
    await set(true)
    expect((await ask(near())).body).toEqual([])
    await set(false)
  })

  it('answers the number asked for also when an earlier trip is only for women', async () => {
    const departsAt = addMs(trip.facts.departsAt, -5 * MINUTE_MS)
    const preferences = Preferences.parse({ womenOnly: true })
    const { tripId } = await aTrip(test.deps, { departsAt, preferences })
    const { body } = await ask({ ...near(), count: '1' })
    expect(body.map(({ webUrl }: { webUrl: string }) => webUrl.includes(trip.tripId))).toEqual([
      true,
    ])
    await asOwner(test.deps.databaseUrl, "update trips set status = 'cancelled' where id = $1", [
      tripId,
    ])
  })

  it('refuses who has no key of a partner, and wrong parameters', async () => {
    const { departureLat: _, ...without } = near()
    expect([
      (await ask(near(), null)).status,
      (await ask(near(), 'otra')).status,
      (await ask(without)).status,
      (await ask({ ...near(), departureLat: 'norte' })).status,
    ]).toEqual([401, 401, 400, 400])
    expect((await test.app.inject('/api/exchange/status')).statusCode).toBe(200)
  })

  it('reads partners from the configuration, and refuses a key that is not a hash', () => {
    const read = (partners: string) =>
      loadConfig({ NODE_ENV: 'test', EXCHANGE_PARTNERS: partners }).exchangePartners
    expect(read(`aventon=${sha256Hex(KEY)}`)).toEqual([
      { name: 'aventon', keyHash: sha256Hex(KEY) },
    ])
    expect(() => read(`aventon=${KEY}`)).toThrow(/EXCHANGE_PARTNERS/)
  })
})

describe('the page for a frame', () => {
  const open = (query: string) => test.app.inject({ url: `/widget?${query}` })

  it('shows the trips of a day as links to our site, without scripts or cookies', async () => {
    const answer = await open(`from=${IBAGUE}&to=${CALI}&date=${bogotaDate(trip.facts.departsAt)}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(`/trips/${trip.tripId}?from=`)
    expect(answer.body).not.toMatch(/<script|javascript:/)
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers).not.toHaveProperty('x-frame-options')
    expect(answer.headers['content-security-policy']).toMatch(
      /default-src 'none'.*frame-ancestors \*/,
    )
    expect(answer.body.length).toBeLessThan(30_000)
  })

  it('says that a day has no trips, and refuses an address without places', async () => {
    expect((await open(`from=${CALI}&to=${IBAGUE}`)).body).toContain('No hay viajes ese día.')
    expect((await open('from=x')).statusCode).toBe(400)
  })

  it('leaves every other page of ours out of frames', async () => {
    const { headers } = await test.app.inject('/')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

// Each term of a trip survives every step that copies it. A term that is added to the sheet is
// covered at once: a step that forgets it fails here.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { Preferences, PublishBody, TripTerms, type TripView } from '#contract/trips.ts'
import { collectData } from '#server/modules/office/privacy/collect-data.ts'
import { declareWoman } from '#server/modules/people/users/index.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { changesOf, editBody } from '#web/features/trip-changes/trip-changes.ts'
import {
  type Draft,
  emptyDraft,
  publishBody,
  repeatBody,
  waitingBody,
  weekdayOf,
} from '#web/features/trips/publish/publish-draft.ts'
import { draftOf } from '#web/features/trips/publish/repeat-draft.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/features/trips/publish/saved-draft.ts'
import { openTestApp, type TestApp } from './app.ts'
import { aFundedWallet, aVerifiedDriver, freshToken, type TestDriver } from './factories.ts'
import { valuesOf } from './fuzz/values.ts'
import { stubStorage } from './memory-storage.ts'
import { aRoadNetwork, BOGOTA, GIRARDOT } from './trip-factories.ts'

type Sheet = Record<string, z.ZodType>
type Values = Record<string, unknown>

const sheet = TripTerms.shape as Sheet
const keys = Object.keys(sheet)
const text = JSON.stringify
/** A list in one order, because the order of payment modes means nothing. */
const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)
const pick = (from: object) =>
  Object.fromEntries(keys.map((key) => [key, sorted((from as Values)[key])]))

/** Pairs of values of each key that differ; the first is not the default either. */
function pairsOf(some: Sheet, usual: Values): fc.Arbitrary<Record<string, [unknown, unknown]>> {
  return fc.record(
    Object.fromEntries(
      Object.entries(some).map(([key, schema]) => {
        const given = key === 'notes' ? fc.constantFrom('Salgo del norte.', 'Paro a comer.') : null
        const values = (given ?? valuesOf(schema, { ids: [], texts: [], numbers: [] }))
          .filter((value) => value !== undefined && schema.safeParse(value).success)
          .map(sorted)
        const differ = ([a, b]: unknown[]) => text(a) !== text(b) && text(a) !== text(usual[key])
        return [key, fc.tuple(values, values).filter(differ)]
      }),
    ),
  )
}

const least = { vehicleId: '01890000-0000-7000-8000-0000000000c1', seats: 1, seatPrice: 1 }
const stops = [BOGOTA, GIRARDOT]
const usual = PublishBody.parse({
  ...least,
  stops: stops.map((placeId) => ({ placeId })),
  departsAt: '2026-12-04T05:30:00-05:00',
})

const { preferences: _, ...plain } = PublishBody.pick(
  Object.fromEntries(keys.map((key) => [key, true])) as { seats: true },
).shape as Sheet
const anyPairs = fc.record({
  ...{
    plain: pairsOf(plain, usual),
    preferences: pairsOf(Preferences.shape, Preferences.parse({})),
  },
  seats: fc.constantFrom([3, 2], [1, 3]),
  /** The lowest and the highest price that is allowed. */
  prices: fc.constantFrom(['min', 'max'] as const, ['max', 'min'] as const),
})

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
})

async function call(
  driver: TestDriver,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  payload?: object,
) {
  const token = await freshToken(test.deps, driver)
  const answer = await test.app.inject({
    ...{ method, url: `/api${path}`, ...(payload && { payload }) },
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  })
  expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBeLessThan(300)
  return answer.json()
}

const bogota = { id: BOGOTA, label: 'Bogotá' }
const girardot = { id: GIRARDOT, label: 'Girardot' }
const DAYS = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-10']

/** What the form of publishing holds after a driver has answered these terms. */
function draftWith({ seatPrice, ...terms }: Values, vehicleId: string, date = DAYS[0]): Draft {
  const route = { origin: bogota, destination: girardot, between: `${BOGOTA}>${GIRARDOT}` }
  const when = { date: date ?? '', time: '06:00' }
  return { ...emptyDraft, ...route, ...when, vehicleId, ...terms, price: seatPrice as number }
}

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Copied = {
  driver: TestDriver
  draft: Draft
  trip: TripView
  first: Values
  shown: (id: string) => Promise<TripView>
}

/** Pauses the trip; publishes it again repeated, from habits, weekly and after an approval. */
async function copyTrip({ driver, draft, trip, first, shown }: Copied): Promise<void> {
  const price = first.seatPrice as number
  await call(driver, 'POST', `/trips/${trip.id}/pause`, {})
  await call(driver, 'POST', `/trips/${trip.id}/resume`, {})
  expect(pick(await shown(trip.id)), 'paused').toEqual(first)

  const { repeat } = await call(driver, 'GET', `/trips/${trip.id}/repeat`)
  // The price may not be allowed on the new day.
  const allowed = { ...first, seatPrice: repeat.seatPrice ?? price }
  expect([null, price]).toContain(repeat.seatPrice)
  const again = publishBody({ ...emptyDraft, ...draftOf(trip.id, repeat) }, { seat: price })
  expect(pick(PublishBody.parse(again)), 'repeated').toEqual({ ...allowed, seatPrice: price })

  forgetDraft(driver.userId, draft)
  // Habits keep no price and no notes.
  const habits = { ...first, seatPrice: undefined, notes: '' }
  expect(pick(readDraft(driver.userId).draft), 'habits').toEqual(habits)

  const weekly = { ...draftWith(first, driver.vehicleId, DAYS[2]) }
  weekly.repeat = { weekdays: [weekdayOf(DAYS[2] ?? '')], until: DAYS[3] ?? '' }
  const asked = { trip: publishBody(weekly, { seat: price }), ...repeatBody(weekly) }
  const { series } = await call(driver, 'POST', '/trip-series', asked)
  expect(series.days).toHaveLength(2)
  for (const { tripId } of series.days) {
    expect(pick(await shown(tripId)), 'of a series').toEqual(first)
  }

  const waits = waitingBody(draftWith(first, driver.vehicleId, DAYS[1]), { seat: price })
  await call(driver, 'PUT', '/trip-draft', waits ?? {})
  await test.runJobs()
  const kept = (await call(driver, 'GET', '/trip-draft')).draft
  expect(pick(await shown(kept.tripId)), 'published later').toEqual(first)
  await findTrip(driver, trip, first)
}

/** Finds the trip in the search and in the export of its driver. */
async function findTrip(driver: TestDriver, trip: TripView, first: Values): Promise<void> {
  const price = first.seatPrice as number
  const query = `from=${BOGOTA}&to=${GIRARDOT}&date=${DAYS[0]}`
  const { results } = await call(driver, 'GET', `/trips/search?${query}`)
  const found = results.find((each: { tripId: string }) => each.tripId === trip.id)
  const known = {
    ...first,
    ...(first.preferences as object),
    price,
    seatsLeft: first.seats,
  } as Values
  for (const [key, value] of Object.entries(found)) {
    if (key in known) expect(value, `${key} in the search`).toEqual(known[key])
  }
  expect(found).toMatchObject({ price, seatsLeft: first.seats })

  const tables = await collectData(test.deps, driver.userId)
  const row = tables.find(({ table }) => table === 'trips')?.rows.find(({ id }) => id === trip.id)
  for (const key of keys) expect(row?.[snake(key)], `${key} exported`).toEqual(first[key])
}

it('keeps every term from publishing to the export', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyPairs, async (pairs) => {
      stubStorage()
      const driver = await aVerifiedDriver(test.deps)
      await aFundedWallet(test.deps, driver.userId, 200_000)
      await declareWoman(test.deps, driver, { isWoman: true })
      const nth = async (at: 0 | 1): Promise<Values> => {
        const of = (some: Record<string, [unknown, unknown]>) =>
          Object.fromEntries(Object.entries(some).map(([key, pair]) => [key, pair[at]]))
        const seats = pairs.seats[at] as number
        const asked = { stops, departsAt: new Date(`${DAYS[0]}T06:00:00-05:00`), seats }
        const { quote } = await quoteTrip(test.deps, asked)
        const seatPrice = quote.seat[pairs.prices[at]]
        return { ...of(pairs.plain), preferences: of(pairs.preferences), seats, seatPrice }
      }
      const [first, second] = [await nth(0), await nth(1)]
      const shown = async (id: string) =>
        (await call(driver, 'GET', `/trips/${id}`)).trip as TripView
      const price = first.seatPrice as number

      const written = draftWith(first, driver.vehicleId)
      keepDraft(driver.userId, written)
      const { draft } = readDraft(driver.userId)
      expect(draft, 'the draft of the browser').toMatchObject(written)
      const body = publishBody(draft, { seat: price }) as object
      const { trip } = await call(driver, 'POST', '/trips', body)
      expect(pick(trip), 'published').toEqual(first)
      expect(pick(await shown(trip.id)), 'shown').toEqual(first)

      await call(driver, 'PATCH', `/trips/${trip.id}`, { notes: 'Otra nota.' })
      expect(pick(await shown(trip.id)), 'notes edited').toEqual({ ...first, notes: 'Otra nota.' })
      const before = await shown(trip.id)
      const { seatPrice, ...others } = second
      const changes = { ...changesOf(before), ...others, price: seatPrice as number }
      await call(driver, 'PATCH', `/trips/${trip.id}`, editBody(before, changes as never))
      expect(pick(await shown(trip.id)), 'edited').toEqual(second)
      const back = { ...changesOf(await shown(trip.id)), ...first, price }
      await call(
        driver,
        'PATCH',
        `/trips/${trip.id}`,
        editBody(await shown(trip.id), back as never),
      )
      expect(pick(await shown(trip.id)), 'edited back').toEqual(first)

      await copyTrip({ driver, draft, trip, first, shown })
    }),
    { numRuns: 20 },
  )
})

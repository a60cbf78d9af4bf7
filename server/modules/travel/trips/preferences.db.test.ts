import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { preferenceDefaults } from '#contract/trip-defaults.ts'
import { Preferences } from '#contract/trips.ts'
import { findTripCosts } from '#server/modules/travel/trips/index.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let trip: TestTrip

beforeAll(async () => {
  test = await openBookingsApp()
  trip = await test.newTrip()
})

/** Stores JSON in a column of the trip; resolves to the name of the constraint that refuses it. */
async function store(column: 'preferences' | 'quote', value: unknown): Promise<string | null> {
  const update = `update trips set ${column} = $1 where id = $2`
  return await asOwner(test.deps.databaseUrl, update, [JSON.stringify(value), trip.tripId]).then(
    () => null,
    (error: { constraint?: string }) => error.constraint ?? String(error),
  )
}

const REFUSED = 'trips_preferences_fit'

const values = [true, false, null, 1, [], {}, 'none', 'small', 'large', 'quiet', 'some', 'lots']

it.each(Object.entries(Preferences.shape))(
  'stores of %s what the contract allows',
  async (...of) => {
    const [key, schema] = of
    const usual = Preferences.parse({})
    for (const value of values) {
      const wanted = schema.safeParse(value).success ? null : REFUSED
      expect([value, await store('preferences', { ...usual, [key]: value })]).toEqual([
        value,
        wanted,
      ])
    }
  },
)

it('stores preferences that lack a key, and none with an unknown key', async () => {
  expect(await store('preferences', {})).toBeNull()
  const { talk: _, ...older } = Preferences.parse({})
  expect(await store('preferences', older)).toBeNull()
  expect(await store('preferences', { ...older, snacks: true })).toBe(REFUSED)
  expect(await store('preferences', [])).toBe(REFUSED)
})

it('reads in SQL each key by one function, under which an absent key is its default', async () => {
  const files = globSync(['server/**/*.ts', 'database/{functions,schema}/**/*.sql'])
  const text = files
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'))
  expect(text.join('\n')).not.toMatch(/\bt(?:rips)?\.preferences\s*->/)
  const calls = [
    ...text.join('\n').matchAll(/trip_prefers\(t\.preferences, '(\w+)'(?:, '(.*?)')?\)/g),
  ]
  expect(calls.length).toBeGreaterThan(8)
  for (const [call, key = '', value = 'true'] of calls) {
    const usual = preferenceDefaults[key as keyof typeof preferenceDefaults]
    expect([call, usual]).not.toEqual([call, JSON.parse(value)])
    expect([call, usual]).not.toEqual([call, undefined])
  }
})

it('finds a trip without stored preferences, for everybody', async () => {
  expect(await store('preferences', {})).toBeNull()
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select trip_prefers(preferences, 'womenOnly') as women from trips where id = $1`,
    [trip.tripId],
  )
  expect(rows).toEqual([{ women: false }])
})

it('reads no cost from a quote of another form', async () => {
  const costs = async () => (await findTripCosts(test.deps.db, [trip.tripId])).get(trip.tripId)
  expect((await costs())?.cumulative.length).toBe(trip.facts.places.length)
  expect(await store('quote', { costCumulative: 5 })).toBe('trips_quote_fit')
  for (const quote of [{}, { costCumulative: ['1', '2'] }]) {
    expect(await store('quote', quote)).toBeNull()
    expect(await costs()).toBeUndefined()
  }
})

import { beforeAll, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type AlertsApp, openAlertsApp } from '#test/alert-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

let test: AlertsApp

beforeAll(async () => {
  test = await openAlertsApp()
})

const run = (statement: string, values: unknown[]) =>
  asOwner(test.deps.databaseUrl, statement, values)

const missed = (daysAgo: number, from: string, to: string, searches: number) =>
  run('insert into search_misses (day, from_place, to_place, searches) values ($1, $2, $3, $4)', [
    ...[bogotaDate(addMs(TEST_NOW, -daysAgo * DAY_MS)), from, to, searches],
  ])

const list = async () => {
  const marta = await aUser(test.deps, { roles: ['support'] })
  return (await test.call(marta, 'GET', '/admin/places-without-point')).body.places
}

it('lists places by searches without a result and ride requests of 28 days', async () => {
  await missed(1, GIRARDOT, CALI, 5)
  await missed(2, CALI, GIRARDOT, 2)
  await missed(27, IBAGUE, CALI, 3)
  await missed(29, BOGOTA, CALI, 100)
  const earliest = addMs(TEST_NOW, DAY_MS)
  await test.call(await aUser(test.deps), 'POST', '/ride-requests', {
    ...{ from: IBAGUE, to: CALI, maxPrice: 20_000, earliest: earliest.toISOString() },
    latest: addMs(earliest, HOUR_MS).toISOString(),
  })
  expect(await list()).toEqual([
    { placeId: CALI, name: 'Cali', department: 'Valle del Cauca', wishes: 11 },
    { placeId: GIRARDOT, name: 'Girardot', department: 'Cundinamarca', wishes: 7 },
    { placeId: IBAGUE, name: 'Ibagué', department: 'Tolima', wishes: 4 },
  ])
})

it('leaves out a place once one of its points is vetted, not while it is proposed', async () => {
  await run(
    `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
       created_at) values ($1, $2, 'Parador', 'other', 4, -75, false, 'Vía', 'proposed', now())`,
    [newId(), CALI],
  )
  const cali = async () => (await list()).map(({ placeId }: { placeId: string }) => placeId)
  expect(await cali()).toContain(CALI)
  await run(`update safe_points set status = 'vetted' where place_id = $1`, [CALI])
  expect(await cali()).toEqual([GIRARDOT, IBAGUE])
})

it('is for who vets points alone', async () => {
  const { status } = await test.call(await aUser(test.deps), 'GET', '/admin/places-without-point')
  expect(status).toBe(403)
})

import { beforeAll, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
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

const count = async () => {
  const path = `/demand/road?stops=${BOGOTA},${IBAGUE},${CALI}`
  return (await test.call(await aUser(test.deps), 'GET', path)).body.searches
}

it('counts searches of four weeks for parts that only stops on the road sell at once', async () => {
  await missed(1, GIRARDOT, CALI, 5)
  await missed(2, BOGOTA, GIRARDOT, 2)
  await missed(3, CALI, GIRARDOT, 40)
  await missed(4, BOGOTA, CALI, 50)
  await missed(29, GIRARDOT, CALI, 60)
  await run("update safe_points set status = 'hidden' where place_id = $1", [GIRARDOT])
  expect(await count()).toBe(0)
  await run(
    `insert into safe_points (id, place_id, name, kind, lat, lng, approximate, address, status,
       created_at) values ($1, $2, 'Parador', 'other', 4, -75, false, 'Vía', 'vetted', now())`,
    [newId(), GIRARDOT],
  )
  expect(await count()).toBe(7)
})

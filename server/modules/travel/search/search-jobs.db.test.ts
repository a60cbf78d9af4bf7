import { expect, it } from 'vitest'
import { testDeps } from '#test/deps.ts'
import { aRoadNetwork, BOGOTA, CALI } from '#test/trip-factories.ts'
import { searchRecurring } from './module.ts'

it('deletes searches that found nothing once their day is more than 13 months ago', async () => {
  const deps = await testDeps()
  await aRoadNetwork(deps)
  const days = ['2025-10-18', '2025-10-19', '2026-11-19']
  const missed = days.map((day) => ({ day, from_place: BOGOTA, to_place: CALI, searches: 2 }))
  await deps.db.insertInto('search_misses').values(missed).execute()
  // Still 19 November in Bogotá.
  deps.clock.set(new Date('2026-11-20T04:59:59.999Z'))
  for (const job of searchRecurring) await job.run(deps)
  const left = await deps.db.selectFrom('search_misses').select('day').orderBy('day').execute()
  expect(left.map(({ day }) => day)).toEqual(['2025-10-19', '2026-11-19'])
})

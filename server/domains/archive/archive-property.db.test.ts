import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Db } from '#server/platform/db/open.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { anEntry, emptyMonths, liveIds } from '#test/month-factories.ts'
import { archivedMonths } from './archive.queries.ts'
import { archiveMonths } from './archive-months.ts'
import { readMonth } from './month-file.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps()
})

/** Runs the job until it has used the database that often, as if the process had been killed. */
async function killedAfter(uses: number): Promise<void> {
  let left = uses
  const db = new Proxy(deps.db, {
    get(target, key) {
      left -= 1
      if (left < 0) throw new Error('killed')
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Db
  await archiveMonths({ ...deps, db }).catch(() => {})
}

/** Ids in files whose rows have left the database. */
async function droppedIds(): Promise<string[]> {
  const ids: string[] = []
  for (const month of await archivedMonths(deps.db, { stored: false })) {
    if (!month.droppedAt) continue
    for await (const line of readMonth(deps, month)) ids.push(JSON.parse(line).id)
  }
  return ids
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ entry: fc.integer({ min: 14, max: 15 }) }) },
  { weight: 3, arbitrary: fc.record({ killedAfter: fc.integer({ min: 0, max: 9 }) }) },
  { weight: 1, arbitrary: fc.constant({ run: true }) },
)

it('every row is in the database or in a file, once, wherever the job is killed', async () => {
  let filed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      await emptyMonths(deps.databaseUrl, 15, 13)
      const written: string[] = []
      for (const each of steps) {
        if ('entry' in each) written.push(await anEntry(deps.databaseUrl, each.entry))
        else if ('killedAfter' in each) await killedAfter(each.killedAfter)
        else await archiveMonths(deps)
        const dropped = await droppedIds()
        filed += dropped.length
        const all = [...(await liveIds(deps.databaseUrl)), ...dropped]
        expect(all.sort()).toEqual(written.toSorted())
      }
    }),
    { numRuns: 60 },
  )
  expect(filed).toBeGreaterThan(10)
}, 120_000)

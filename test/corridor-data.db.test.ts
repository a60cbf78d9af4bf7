import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { corridorPaths, findCorridor } from '#web/features/corridors/corridors.ts'
import { corridorData, corridorText, TARGET } from '../scripts/corridor-data.ts'
import { type TestDeps, testDeps } from './deps.ts'
import { aRoadNetwork } from './trip-factories.ts'

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps()
  await aRoadNetwork(deps)
})

it('shows on corridor pages the shipped roads, tolls and prices', async () => {
  const text = readFileSync(TARGET, 'utf8')
  expect(corridorText(await corridorData(deps, JSON.parse(text).asOf))).toBe(text)
})

it('has corridor pages in both directions, each with its own address', () => {
  expect(corridorPaths.length).toBeGreaterThan(30)
  expect(new Set(corridorPaths).size).toBe(corridorPaths.length)
  const pairs = corridorPaths.slice(1).map((path) => path.split('/').slice(2))
  for (const [from = '', to = ''] of pairs) {
    expect(findCorridor(from, to)?.from.slug).toBe(from)
    expect(findCorridor(to, from)?.to.slug, `${to} → ${from}`).toBe(from)
  }
})

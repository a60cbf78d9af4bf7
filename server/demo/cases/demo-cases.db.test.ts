import { beforeAll, expect, it } from 'vitest'
import { backOffice } from '#contract/back-office.ts'
import { TEAM_QUEUES } from '#contract/team-queues.ts'
import { verifyLedger } from '#server/domains/bank/ledger/ledger.public.ts'
import { showToday } from '#server/domains/office/back-office/show-today.ts'
import { listUnsigned } from '#server/domains/office/back-office/list-unsigned.ts'
import { findMismatches } from '#server/domains/office/integrity/integrity.public.ts'
import { emailKey, findUserIdByEmailKey } from '#server/domains/people/users/users.public.ts'
import { loadPlaces } from '#server/domains/roads/places/places.public.ts'
import { loadFuelPrices } from '#server/domains/roads/pricing/pricing.public.ts'
import { loadSafePoints } from '#server/domains/roads/safe-points/safe-points.public.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { staff } from '../people.ts'
import { seedDemo } from '../seed-demo.ts'
import { queueStates, unsignedAbsent } from './queue-states.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  test.deps.config.demo = true
  await loadPlaces(test.deps)
  await loadFuelPrices(test.deps)
  await loadSafePoints(test.deps)
  const started = performance.now()
  await seedDemo(test.deps)
  console.log('seed ms', performance.now() - started)
}, 120_000)

async function rows(statement: string): Promise<Record<string, never>[]> {
  return (await asOwner(test.deps.databaseUrl, statement)).rows
}

it('x', async () => {
  expect(await findMismatches(test.deps)).toEqual([])
})

import { expect, it } from 'vitest'
import { loadPlaces } from '#server/domains/places/places.public.ts'
import { loadFuelPrices } from '#server/domains/pricing/pricing.public.ts'
import { loadSafePoints } from '#server/domains/safe-points/safe-points.public.ts'
import { openTestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { seedDemo } from './seed-demo.ts'

it('approves the documents of the first run without a signal of fraud', async () => {
  const test = await openTestApp()
  await loadPlaces(test.deps)
  await loadFuelPrices(test.deps)
  await loadSafePoints(test.deps)
  const accounts = await seedDemo(test.deps)
  expect(accounts.length).toBeGreaterThan(3)
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select count(*)::int as documents, count(distinct sha256)::int as photos,
       count(*) filter (where status = 'approved')::int as approved
     from documents`,
  )
  expect(rows[0].photos).toBe(rows[0].documents)
  expect(rows[0].approved).toBeGreaterThan(20)
})

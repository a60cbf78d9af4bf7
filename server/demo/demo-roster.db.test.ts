import { expect, it } from 'vitest'
import { showRoster } from '#server/modules/community/safety/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { openTestApp } from '#test/app.ts'
import { aUser } from '#test/factories.ts'
import { demoRoster } from './demo-roster.ts'
import { staff } from './people.ts'

const test = await openTestApp()

it('fills every hour of the duty roster, and on a later start only the missing hours', async () => {
  for (const { email, roles } of staff) await aUser(test.deps, { email, roles })
  const gaps = async () => (await showRoster(test.deps, { userId: admin.userId })).gaps
  const admin = await aUser(test.deps, { roles: ['admin'] })
  expect(await gaps()).toHaveLength(1)
  await demoRoster(test.deps)
  expect(await gaps()).toEqual([])
  test.clock.advance(5 * DAY_MS + 90 * 60_000)
  expect(await gaps()).toHaveLength(1)
  await demoRoster(test.deps)
  expect(await gaps()).toEqual([])
})

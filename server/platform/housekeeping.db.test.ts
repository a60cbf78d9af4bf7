import { expect, it } from 'vitest'
import { testDeps } from '#test/deps.ts'
import { findDatabaseTime } from './clock.queries.ts'
import { addMs } from './clock.ts'
import { compareClocks } from './housekeeping.ts'

// covers: C71, V16.2.2
it('raises an alarm when the clock of the server is ten minutes ahead or behind', async () => {
  const deps = await testDeps()
  const alarms = async () =>
    /name="clock_skew".*? (\d+)/.exec(await deps.metrics.registry.metrics())?.[1]
  for (const [skewMs, count] of [
    [2_000, undefined],
    [600_000, '1'],
    [-600_000, '2'],
  ] as const) {
    deps.clock.set(addMs(await findDatabaseTime(deps.db), skewMs))
    await compareClocks(deps)
    expect(await alarms()).toBe(count)
  }
})

// Kills processes at the statements of an act.
import { expect } from 'vitest'
import { assert } from '#server/platform/errors.ts'
import { ALL_RUNS, KILLS } from '#test/property-budget.ts'
import { killPoints } from './kill-points.ts'
import { type MortalProcess, mortalProcess } from './mortal-process.ts'

type Life = Pick<MortalProcess, 'db' | 'bury'> & {
  /** Where the process was killed, for the message of a failure. */
  name: string
}

/**
 * Plays a scene, which calls `bury` when its act has ended in whatever way: first with a process
 * that lives, then once for each of its kill points. `npm run properties` plays at least `KILLS`.
 */
export async function killEach(url: string, scene: (life: Life) => Promise<void>): Promise<void> {
  const whole = mortalProcess(url)
  await scene({ ...whole, name: 'without a kill' })
  const points = killPoints(whole.statements)
  const count = ALL_RUNS ? Math.max(KILLS, points.length) : points.length
  let kills = 0
  for (let no = 0; no < count; no += 1) {
    const point = points[no % points.length]
    assert(point, 'an act has statements')
    const life = mortalProcess(url, point)
    await scene({ ...life, name: point.name })
    if (life.isDead()) kills += 1
  }
  expect(kills, 'killed processes').toBeGreaterThan(0)
}

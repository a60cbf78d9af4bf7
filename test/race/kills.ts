// Kills processes at each statement of an act in turn.
import { expect } from 'vitest'
import { ALL_RUNS, KILLS } from '#test/property-budget.ts'
import { type MortalProcess, mortalProcess } from './mortal-process.ts'

type Life = Pick<MortalProcess, 'db'> & {
  /** Which statement the process was killed at, for the message of a failure. */
  name: string
  /** To be called when the act has ended in whatever way. */
  bury(): Promise<void>
}

/**
 * Plays a scene with a process that is killed after its first statement, then after its second, and
 * so on; then while each one is sent; then all again, until `KILLS` were killed. `npm test` has
 * enough when each statement had its turn.
 */
export async function killEach(url: string, scene: (life: Life) => Promise<void>): Promise<void> {
  const moments = ['done', 'sent'] as const
  let kills = 0
  for (let round = 0; kills < KILLS && (ALL_RUNS || round < moments.length); round += 1) {
    const moment = moments[round % moments.length] ?? 'done'
    const before = kills
    for (let at = 1, isDead = true; isDead && kills < KILLS; at += 1) {
      const life = mortalProcess(url, { at, moment })
      await scene({ db: life.db, name: `${at}. statement, ${moment}`, bury: life.bury })
      isDead = life.isDead()
      if (isDead) kills += 1
    }
    expect(kills, 'killed processes').toBeGreaterThan(before)
  }
}

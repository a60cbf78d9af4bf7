// Kills processes at each statement of an act.
import { expect } from 'vitest'
import { assert } from '#server/platform/errors.ts'
import { ALL_RUNS, KILLS } from '#test/property-budget.ts'
import { type Death, isCommit, type MortalProcess, mortalProcess } from './mortal-process.ts'

/** Time of one act in `npm test`, in ms, after the kills before, at and after its last commit. */
const BUDGET_MS = 2_000
const FEWEST = 3

type Life = Pick<MortalProcess, 'db' | 'bury'> & {
  /** Where the process was killed, for the message of a failure. */
  name: string
}

/**
 * Plays a scene, which calls `bury` when its act has ended in whatever way: first with a process
 * that lives, then with `KILLS` that are killed after each of its statements and while a commit is
 * sent, the last ones first. `npm test` kills as many as its time allows.
 */
export async function killEach(url: string, scene: (life: Life) => Promise<void>): Promise<void> {
  const whole = mortalProcess(url)
  await scene({ ...whole, name: 'without a kill' })
  const points = whole.statements
    .flatMap((words, index): (Death & { words: string })[] => {
      const done = { words, at: index + 1, moment: 'done' } as const
      return isCommit(words) ? [done, { ...done, moment: 'sent' }] : [done]
    })
    .reverse()
  const end = performance.now() + BUDGET_MS
  const count = ALL_RUNS ? KILLS : Math.min(KILLS, points.length)
  let kills = 0
  for (let no = 0; no < count && (ALL_RUNS || no < FEWEST || performance.now() < end); no += 1) {
    const death = points[no % points.length]
    assert(death, 'an act has statements')
    const life = mortalProcess(url, death)
    await scene({ ...life, name: `${death.at}. ${death.words}, ${death.moment}` })
    if (life.isDead()) kills += 1
  }
  expect(kills, 'killed processes').toBeGreaterThan(0)
}

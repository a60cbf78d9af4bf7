// Kills processes at each statement of an act.
import { expect } from 'vitest'
import { ALL_RUNS, KILLS } from '#test/property-budget.ts'
import { isCommit, type MortalProcess, mortalProcess } from './mortal-process.ts'

/** Time of one act in `npm test`, in ms. */
const BUDGET_MS = 2_000

type Life = Pick<MortalProcess, 'db' | 'bury'> & {
  /** Where the process was killed, for the message of a failure. */
  name: string
}

/**
 * Plays a scene, which calls `bury` when its act has ended in whatever way: first with a process
 * that lives, then with `KILLS` that are killed while and after each of its statements is sent, the
 * commits first. `npm test` kills as many as its time allows.
 */
export async function killEach(url: string, scene: (life: Life) => Promise<void>): Promise<void> {
  const whole = mortalProcess(url)
  await scene({ ...whole, name: 'without a kill' })
  const points = whole.statements
    .flatMap((words, index) =>
      (['sent', 'done'] as const).map((moment) => ({ words, at: index + 1, moment })),
    )
    .toSorted((a, b) => Number(isCommit(b.words)) - Number(isCommit(a.words)))
  const end = performance.now() + BUDGET_MS
  const count = ALL_RUNS ? KILLS : Math.min(KILLS, points.length)
  let kills = 0
  for (let no = 0; no < count && (ALL_RUNS || performance.now() < end); no += 1) {
    const death = points[no % points.length] ?? { words: '', at: 1, moment: 'done' }
    const life = mortalProcess(url, death)
    await scene({ ...life, name: `${death.at}. ${death.words}, ${death.moment}` })
    if (life.isDead()) kills += 1
  }
  expect(kills, 'killed processes').toBeGreaterThan(0)
}

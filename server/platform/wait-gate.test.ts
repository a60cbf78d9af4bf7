import { expect, it } from 'vitest'
import { waitGate } from './wait-gate.ts'

/** Creates tasks that end on command, and counts the running tasks. */
function tasks() {
  const ends: (() => void)[] = []
  return {
    running: () => ends.length,
    task: () => new Promise<void>((resolve) => ends.push(resolve)),
    endAll: () => {
      for (const end of ends.splice(0)) end()
    },
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

it.each([
  [20, 4, 5],
  [40, 4, 10],
  [10, 2, 2],
  [3, 1, 1],
])(
  'with a pool of %i, allows %i tasks to wait for one row and %i for all rows',
  async (pool, perRow, all) => {
    const gate = waitGate(pool)
    const held = tasks()
    const runs = Array.from({ length: 10 }, () => gate.run(['trip'], held.task))
    await settled()
    expect([held.running(), gate.isFull('trip'), gate.isFull('other')]).toEqual([
      perRow,
      true,
      false,
    ])
    runs.push(...Array.from({ length: 12 }, (_, n) => gate.run([`trip-${n}`], held.task)))
    await settled()
    expect(held.running()).toBe(all)
    // A task that still waits would be refused during another test.
    const ended = Promise.all(runs)
    const ending = setInterval(held.endAll, 1)
    await ended
    clearInterval(ending)
  },
)

it('admits tasks at the wait gate without deadlock, for any order of their rows', async () => {
  const gate = waitGate(20)
  const held = tasks()
  const runs = [
    ...Array.from({ length: 6 }, () => gate.run(['trip', 'wallet'], held.task)),
    ...Array.from({ length: 6 }, () => gate.run(['wallet', 'trip'], held.task)),
  ]
  for (let n = 0; n < 3; n += 1) {
    await settled()
    expect(held.running()).toBe(4)
    held.endAll()
  }
  await Promise.all(runs)
  expect(gate.isFull('trip')).toBe(false)
})

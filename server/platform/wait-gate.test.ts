import { expect, it } from 'vitest'
import { waitGate } from './wait-gate.ts'

/** Tasks that end when they are told to, and how many of them run. */
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
])('of a pool of %i, %i wait for one row and %i for all rows', async (pool, perRow, all) => {
  const gate = waitGate(pool)
  const held = tasks()
  const runs = Array.from({ length: 10 }, () => gate.run(['trip'], held.task))
  await settled()
  expect([held.running(), gate.isFull('trip'), gate.isFull('other')]).toEqual([perRow, true, false])
  for (let n = 0; n < 12; n += 1) runs.push(gate.run([`trip-${n}`], held.task))
  await settled()
  expect(held.running()).toBe(all)
  // One that still waits would time out in the next test file of this worker.
  const done = Promise.all(runs)
  for (let n = 0; n < runs.length; n += 1) {
    held.endAll()
    await settled()
  }
  await done
})

it('lets the next ones in, whatever order their rows are named in', async () => {
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

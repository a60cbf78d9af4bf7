import fc from 'fast-check'
import { expect, it } from 'vitest'
import { budget } from './property-budget.ts'

/** A clock that advances by 1 s at each run. */
function counted() {
  let runs = 0
  const tick = () => {
    runs += 1
  }
  return { runs: () => runs, tick, now: () => runs * 1_000 }
}

it('stops a property after its budget, and counts it as passed', () => {
  const { runs, tick, now } = counted()
  fc.assert(fc.property(fc.nat(), tick), { numRuns: 50, plugins: [budget(5_000, now)] })
  expect(runs()).toBe(5)
})

it('finishes the run of an asynchronous property that is under way', async () => {
  const { runs, tick, now } = counted()
  let finished = 0
  const property = fc.asyncProperty(fc.nat(), async () => {
    tick()
    await new Promise((done) => setImmediate(done))
    finished += 1
  })
  await fc.assert(property, { numRuns: 50, plugins: [budget(3_000, now)] })
  expect([runs(), finished]).toEqual([3, 3])
})

it('makes the first run even without time', () => {
  const { runs, tick, now } = counted()
  fc.assert(fc.property(fc.nat(), tick), { numRuns: 9, plugins: [budget(0, now)] })
  expect(runs()).toBe(1)
})

it('finds the smallest failing value although the budget ends meanwhile', () => {
  const { tick, now } = counted()
  const property = fc.property(fc.integer({ min: 0, max: 100_000 }), (value) => {
    tick()
    return value < 10
  })
  const details = fc.check(property, { numRuns: 20, seed: 3, plugins: [budget(4_000, now)] })
  expect([details.failed, details.counterexample]).toEqual([true, [10]])
})

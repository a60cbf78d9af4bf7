import { expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'
import { type ClockWatch, createClockWatch } from './clock-watch.ts'

const START = new Date('2026-11-28T12:00:00.000Z')

/** A machine whose clocks a test moves; `database` is the true time unless it is moved too. */
function aMachine() {
  const clocks = { wall: START.getTime(), monotonic: 0, database: START.getTime() }
  const watch = createClockWatch({
    wall: () => clocks.wall,
    monotonic: () => clocks.monotonic,
  })
  let newest: Date | null = null
  const pass = (ms: number) => {
    for (const name of ['wall', 'monotonic', 'database'] as const) clocks[name] += ms
  }
  const look = () => watch.note({ database: new Date(clocks.database), newestRecord: newest })
  /** Compares every 30 s for some time; returns the faults. */
  const run = (ms: number) => {
    const faults: ReturnType<ClockWatch['state']>['fault'][] = []
    for (let passed = 0; passed < ms; passed += 30_000) {
      pass(30_000)
      faults.push(look().fault)
    }
    return faults
  }
  const moved = (at: Date | null) => {
    newest = at
  }
  return { clocks, watch, pass, look, run, moved }
}

it('finds no fault while the clocks agree, or differ by less than two minutes', () => {
  const { clocks, run, moved } = aMachine()
  moved(addMs(START, -300 * DAY_MS))
  expect(new Set(run(HOUR_MS))).toEqual(new Set([null]))
  clocks.wall += 90_000
  expect(new Set(run(HOUR_MS))).toEqual(new Set([null]))
})

it('sees a jump of 31 days at once, without a reading', () => {
  const { clocks, watch, run } = aMachine()
  run(5 * MINUTE_MS)
  clocks.wall += 31 * DAY_MS
  expect(watch.state()).toMatchObject({ fault: 'jump', offMs: 31 * DAY_MS })
  clocks.wall -= 31 * DAY_MS
  expect(watch.state().fault).toBeNull()
})

it("keeps the clock wrong when the database's clock jumped with it by 31 days", () => {
  const { clocks, look, run } = aMachine()
  run(5 * MINUTE_MS)
  clocks.wall += 31 * DAY_MS
  clocks.database += 31 * DAY_MS
  expect(new Set(run(HOUR_MS))).toEqual(new Set(['jump']))
  clocks.wall -= 31 * DAY_MS
  clocks.database -= 31 * DAY_MS
  expect(look().fault).toBeNull()
})

it('trusts the clock two minutes after a machine wakes from 8 hours of sleep', () => {
  const { clocks, run, watch } = aMachine()
  run(5 * MINUTE_MS)
  clocks.wall += 8 * HOUR_MS
  clocks.database += 8 * HOUR_MS
  expect(watch.state().fault).toBe('jump')
  expect(run(2 * MINUTE_MS)).toEqual(['jump', 'jump', 'jump', 'jump'])
  expect(run(MINUTE_MS)).toEqual([null, null])
  expect(watch.state().fault).toBeNull()
})

it('does not take a new base while the database does not answer, or does not agree', () => {
  const { clocks, watch, run, pass } = aMachine()
  clocks.wall += 8 * HOUR_MS
  clocks.database += 8 * HOUR_MS
  run(MINUTE_MS)
  pass(30_000)
  expect(watch.note(null).fault).toBe('jump')
  expect(run(2 * MINUTE_MS).at(-1)).toBe('jump')
  clocks.wall += 15_000
  expect(run(10 * MINUTE_MS).at(-1)).toBe('jump')
})

it('says that this process is alone only when the difference is its own', () => {
  const ours = aMachine()
  ours.clocks.wall += 31 * DAY_MS
  expect(ours.look()).toMatchObject({ fault: 'database', isAlone: true })

  const theirs = aMachine()
  theirs.clocks.database += 31 * DAY_MS
  expect(theirs.look()).toMatchObject({ fault: 'database', isAlone: false })

  const started = createClockWatch({ wall: () => START.getTime(), monotonic: () => 0 })
  const database = addMs(START, 31 * DAY_MS)
  const newestRecord = addMs(database, -MINUTE_MS)
  expect(started.note({ database, newestRecord })).toMatchObject({ isAlone: true })
})

it('counts only a newest movement in the future against the ledger', () => {
  const { look, moved } = aMachine()
  moved(addMs(START, 3 * MINUTE_MS))
  expect(look()).toMatchObject({ fault: 'records', isAlone: false })
  moved(addMs(START, MINUTE_MS))
  expect(look().fault).toBeNull()
})

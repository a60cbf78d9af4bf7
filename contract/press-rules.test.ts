import { describe, expect, it } from 'vitest'
import { isDoubtful } from './press-rules.ts'

const MINUTE = 60_000
/** Stops planned at these minutes, left or reached at those; null: not recorded. */
const stops = (planned: number[], reached: (number | null)[] = []) =>
  planned.map((minutes, row) => {
    const at = reached[row] ?? null
    return { plannedAt: minutes * MINUTE, reachedAt: at === null ? null : at * MINUTE }
  })

type Case = [what: string, planned: number[], reached: (number | null)[], at: number, is: boolean]

const table: Case[] = [
  ['an hour before the plan', [0, 600], [0], 540, false],
  ['over an hour before the plan', [0, 600], [0], 539.9, true],
  ['60 % of the road after the planned departure', [0, 100], [], 60, false],
  ['less than 60 % of the road', [0, 100], [], 59.9, true],
  ['an earlier pressed departure', [0, 100], [-30], 40, false],
  ['a later pressed departure: the plan counts', [0, 100], [50], 60, false],
  ['a leg of under 20 minutes', [0, 19.9], [0], 0, false],
  ['a leg of 20 minutes', [0, 20], [0], 0, true],
]

describe('a press that came too early', () => {
  it.each(table)('%s', (_what, planned, reached, at, is) => {
    expect(isDoubtful(stops(planned, reached), 1, at * MINUTE)).toBe(is)
  })

  it('judges the first stop by the plan only, and no stop that is not on the way', () => {
    expect(isDoubtful(stops([0, 100]), 0, -60 * MINUTE)).toBe(false)
    expect(isDoubtful(stops([0, 100]), 0, -61 * MINUTE)).toBe(true)
    expect(isDoubtful(stops([0, 100]), -1, -600 * MINUTE)).toBe(false)
  })
})

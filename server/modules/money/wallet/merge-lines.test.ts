import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergePage, newerFirst, windowFor } from './merge-lines.ts'

const line = fc.record({
  at: fc.integer({ min: 0, max: 30 }).map((day) => new Date(day * 1000)),
  id: fc.uuid(),
})
const lines = fc.uniqueArray(line, { selector: (each) => each.id, maxLength: 40 })

describe('mergePage', () => {
  it('returns the same pages as a full merge of both lists', () => {
    const page = fc.record({
      offset: fc.integer({ min: 0, max: 90 }),
      limit: fc.integer({ min: 1, max: 20 }),
    })
    fc.assert(
      fc.property(lines, lines, page, (short, long, { offset, limit }) => {
        const others = long.filter(({ id }) => !short.some((each) => each.id === id))
        const sorted = others.sort(newerFirst)
        const window = windowFor({ offset, limit, short: short.length })
        const read = sorted.slice(window.offset, window.offset + window.limit)
        const expected = [...short, ...sorted].sort(newerFirst).slice(offset, offset + limit)
        expect(mergePage(short, read, { offset, limit })).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  averageOf,
  levelOf,
  noNumbers,
  reputationOf,
  type Stars,
  weightedRating,
} from './reputation.ts'

const some = (stars: Stars, more = {}) => ({ ...noNumbers('x'), stars, ...more })

describe('average and weighted rating', () => {
  it('averages ratings to one decimal, and gives null without ratings', () => {
    expect(averageOf([0, 0, 0, 0, 0])).toBeNull()
    expect(averageOf([0, 0, 0, 1, 2])).toBe(4.7)
    expect(averageOf([1, 0, 0, 0, 0])).toBe(1)
  })

  it('sorts a person with one rating of 5 after a person with a hundred ratings near 5', () => {
    expect(weightedRating([0, 0, 0, 0, 0])).toBe(450)
    expect(weightedRating([0, 0, 0, 0, 1])).toBe(458)
    expect(weightedRating([0, 0, 0, 10, 90])).toBeGreaterThan(weightedRating([0, 0, 0, 0, 1]))
    expect(weightedRating([3, 0, 0, 0, 0])).toBeLessThan(450)
  })

  it('raises the weighted rating with each 5-star rating, lowers it with each 1-star', () => {
    const count = fc.nat(200)
    fc.assert(
      fc.property(fc.tuple(count, count, count, count, count), ([a, b, c, d, e]) => {
        const now = weightedRating([a, b, c, d, e])
        expect(weightedRating([a, b, c, d, e + 1])).toBeGreaterThanOrEqual(now)
        expect(weightedRating([a + 1, b, c, d, e])).toBeLessThanOrEqual(now)
        expect(now).toBeGreaterThanOrEqual(100)
        expect(now).toBeLessThanOrEqual(500)
      }),
    )
  })
})

describe('reputation level', () => {
  it.each([
    [{ tripsRidden: 2 }, 'new'],
    [{ tripsRidden: 2, tripsDriven: 1 }, 'regular'],
    [{ tripsDriven: 10 }, 'trusted'],
    [{ tripsDriven: 20 }, 'trusted'],
    [{ tripsDriven: 21 }, 'outstanding'],
    [{ tripsDriven: 21, agreed: 30, cancelled: 2 }, 'trusted'],
    [{ tripsDriven: 21, agreed: 30, cancelled: 4 }, 'regular'],
    [{ tripsDriven: 21, agreed: 30, cancelled: 8 }, 'new'],
    [{ tripsDriven: 21, stars: [0, 0, 0, 3, 10] as Stars }, 'trusted'],
    [{ tripsDriven: 21, stars: [0, 0, 0, 0, 4] as Stars }, 'trusted'],
    [{ tripsDriven: 21, stars: [0, 0, 0, 0, 0] as Stars }, 'regular'],
  ])('gives a person with %o the level %s', (numbers, level) => {
    expect(levelOf(some([0, 0, 0, 1, 9], numbers))).toBe(level)
  })

  it('gives a person without activity the level new and a weighted rating of 4.5 stars', () => {
    expect(reputationOf(noNumbers('x'))).toMatchObject({ level: 'new', weightedRating: 450 })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/platform/clock.ts'
import { type CardFacts, cardFor } from './card.ts'
import { policyNow } from './policy.ts'

const now = new Date('2026-11-20T13:00:00.000Z')
const policy = policyNow('2026-11-20')

const green: CardFacts = {
  registered: true,
  verified: true,
  trips: 1,
  starsSum: 0,
  ratings: 0,
  lastTripAt: now.toISOString(),
  suspended: false,
}
const gold: CardFacts = { ...green, trips: 21, starsSum: 48, ratings: 10 }
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()

const cardOf = (facts: CardFacts) => cardFor(facts, policy, now)

describe('the card', () => {
  it.each([
    [{}, 'green'],
    [{ registered: false }, null],
    [{ verified: false }, null],
    [{ trips: 0 }, null],
    [{ suspended: true }, 'green'],
  ])('gives a new user with %o the card %s', (more, card) => {
    expect(cardOf({ ...green, ...more })).toBe(card)
  })

  it.each([
    [{}, 'gold'],
    [{ trips: 20 }, 'green'],
    [{ starsSum: 479, ratings: 100 }, 'green'],
    [{ starsSum: 480, ratings: 100 }, 'gold'],
    [{ starsSum: 0, ratings: 0 }, 'green'],
    [{ lastTripAt: ago(90) }, 'gold'],
    [{ lastTripAt: ago(90.001) }, 'green'],
    [{ suspended: true }, 'green'],
    [{ verified: false }, null],
  ])('gives a frequent traveller with %o the card %s', (more, card) => {
    expect(cardOf({ ...gold, ...more })).toBe(card)
  })

  it('gives the Gold card at a mean of exactly 4.8 for any number of ratings', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), (fives) => {
        // Four ratings of five stars and one of four: 24 stars in 5 ratings.
        const facts = { ...gold, starsSum: 24 * fives, ratings: 5 * fives }
        expect(cardOf(facts)).toBe('gold')
        expect(cardOf({ ...facts, starsSum: facts.starsSum - 1 })).toBe('green')
      }),
    )
  })
})

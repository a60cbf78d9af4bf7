// Actions of people on trips, seats and wallets, in any order, for the property test.
import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

export const PASSENGERS = 3

/**
 * Numbers select among the things that exist at that moment, so that a shrunk sequence still works.
 */
const pick = fc.nat({ max: 1_000 })
const person = fc.nat({ max: PASSENGERS + 1 })
const UPON_BOOKINGS = [
  ...(['checkIn', 'checkIn', 'checkIn', 'checkIn', 'accept', 'accept', 'accept'] as const),
  ...(['reject', 'leave', 'drop'] as const),
]
export const operation = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      op: fc.constant('book' as const),
      who: person,
      trip: fc.nat({ max: 1 }),
      from: fc.nat({ max: 3 }),
      /** Number of places further on; sometimes zero. */
      length: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 0),
      seats: fc.constantFrom(1, 1, 1, 2),
      direct: fc.boolean(),
      /** Whether it uses the person's latest keep. */
      spends: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('keep' as const),
      who: person,
      trip: fc.nat({ max: 1 }),
      from: fc.nat({ max: 3 }),
      length: fc.constantFrom(1, 2, 3, 4, 4, 0),
      seats: fc.constantFrom(1, 2, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constantFrom('letGo' as const, 'prolong' as const, 'prolong' as const),
      keep: pick,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      op: fc.constantFrom(...UPON_BOOKINGS),
      booking: pick,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('segment' as const),
      booking: pick,
      from: fc.nat({ max: 3 }),
      length: fc.constantFrom(1, 2, 3, 4, 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('pass' as const),
      ms: fc.constantFrom(
        MINUTE_MS,
        7 * MINUTE_MS,
        31 * MINUTE_MS,
        HOUR_MS,
        2 * HOUR_MS,
        4 * HOUR_MS,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('hold' as const),
      who: person,
      to: person,
      pesos: fc.integer({ min: 1, max: 80_000 }),
      ms: fc.integer({ min: 1, max: 12 * HOUR_MS }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constantFrom('post' as const, 'void' as const),
      hold: pick,
      percent: fc.integer({ min: 1, max: 110 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('topUp' as const),
      who: person,
      pesos: fc.integer({ min: 1, max: 60_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('cancelTrip' as const),
      trip: fc.nat({ max: 1 }),
      really: fc.nat({ max: 9 }),
    }),
  },
)
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

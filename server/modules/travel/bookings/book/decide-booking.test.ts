import { expect, it } from 'vitest'
import { DIRECT_OPEN_MAX, FREE_RETURNS } from '#contract/booking-limits.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Booking } from '../booking.ts'
import { type CallFacts, decideBooking } from './decide-booking.ts'

const now = new Date('2026-11-20T13:00:00Z')
const picksUpAt = addMs(now, 5 * HOUR_MS)
const good: CallFacts = {
  earlier: null,
  emailConfirmed: true,
  missing: '',
  closing: false,
  expelled: false,
  suspendedUntil: null,
  paused: false,
  driverExpelled: false,
  driverSuspendedUntil: null,
  driverPaused: false,
  apart: false,
  debt: 0,
  tripOpen: true,
  tripRevision: 4,
  keptOut: null,
  crosses: false,
  openDirect: null,
  returned: null,
  booked: false,
}

function decided(facts: Partial<CallFacts>): string {
  const booking = { picksUpAt } as Booking
  const decision = decideBooking({ booking, revision: 4, facts: { ...good, ...facts }, now })
  if (typeof decision === 'string') return decision
  return 'refused' in decision ? decision.refused.code : `repeats ${decision.repeats}`
}

/** Refusals in the order of their priority, each with the facts that cause it. */
const reasons: [string, Partial<CallFacts>][] = [
  ['insufficient_funds', { earlier: 'insufficient_funds' }],
  ['email_unconfirmed', { emailConfirmed: false }],
  ['profile_incomplete', { missing: 'name,phone' }],
  ['account_closing', { closing: true }],
  ['account_expelled', { expelled: true }],
  ['account_suspended', { suspendedUntil: addMs(now, 1) }],
  ['trip_unavailable', { apart: true }],
  ['debt_open', { debt: 1 }],
  ['changed', { tripRevision: 5 }],
  ['women_only', { keptOut: 'women_only' }],
  ['overlaps', { crosses: true }],
  ['too_many_open_bookings', { openDirect: DIRECT_OPEN_MAX }],
  ['returns_limit', { returned: FREE_RETURNS }],
  ['already_booked', { booked: true }],
  ['book', {}],
]

it('refuses with the first of several reasons, and books when none applies', () => {
  for (const [index, [answer]] of reasons.entries()) {
    const facts = Object.assign({}, ...reasons.slice(index).map(([, each]) => each))
    expect(decided(facts)).toBe(answer)
  }
})

it.each([
  ['repeats 7', 'repeated:7'],
  ['idempotency_mismatch', 'idempotency_mismatch'],
])('answers %s when the stored outcome of the key is %s', (answer, earlier) => {
  expect(decided({ earlier, expelled: true })).toBe(answer)
})

it.each([
  ['account_suspended', { paused: true }],
  ['book', { suspendedUntil: now }],
  ['trip_unavailable', { driverExpelled: true }],
  ['trip_unavailable', { driverPaused: true }],
  ['trip_unavailable', { driverSuspendedUntil: addMs(picksUpAt, 1) }],
  ['book', { driverSuspendedUntil: picksUpAt }],
  ['changed', { tripOpen: false }],
  ['changed', { tripRevision: null }],
  ['book', { openDirect: DIRECT_OPEN_MAX - 1, returned: FREE_RETURNS - 1 }],
])('decides %s when the facts are %o', (answer, facts) => {
  expect(decided(facts)).toBe(answer)
})

import { expect, it } from 'vitest'
import { filesOf } from './booking-files.tsx'

it.each([
  ['requested', []],
  ['confirmed', ['calendar']],
  ['driver_absent', []],
  ['checked_in', ['pdf']],
  ['checked_in_denied', []],
  ['trip_cancelled', ['pdf', 'calendar']],
  ['cancelled_by_passenger', ['pdf', 'calendar']],
  ['rejected', ['pdf']],
  ['no_show_claimed', []],
  ['no_show', ['pdf']],
] as const)('a booking in the state %s offers the files %j', (state, kinds) => {
  expect(filesOf({ state, confirmedAt: '2026-11-20T13:00:00.000Z' })).toEqual(kinds)
})

it('offers to take nothing out of the calendar for a request, which was never in it', () => {
  const state = 'cancelled_by_passenger'
  expect(filesOf({ state, confirmedAt: null })).toEqual(['pdf'])
})

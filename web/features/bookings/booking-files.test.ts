import { expect, it } from 'vitest'
import { filesOf } from './booking-files.tsx'

it.each([
  ['requested', []],
  ['confirmed', ['calendar']],
  ['driver_absent', []],
  ['checked_in', ['pdf']],
  ['checked_in_denied', []],
  ['trip_cancelled', ['pdf']],
  ['no_show_claimed', []],
  ['no_show', ['pdf']],
] as const)('offers what there is of a booking: %s', (state, kinds) => {
  expect(filesOf({ state })).toEqual(kinds)
})

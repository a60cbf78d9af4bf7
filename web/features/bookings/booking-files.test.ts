import { expect, it } from 'vitest'
import { filesOf } from './booking-files.tsx'

const claim = { claimedAt: '', disputeUntil: '', disputedAt: null }

it.each([
  [{ status: 'requested', noShow: null }, []],
  [{ status: 'confirmed', noShow: null }, ['calendar']],
  [{ status: 'checked_in', noShow: null }, ['pdf']],
  [{ status: 'trip_cancelled', noShow: null }, ['pdf']],
  [{ status: 'no_show', noShow: { ...claim, decided: false } }, []],
  [{ status: 'no_show', noShow: { ...claim, decided: true } }, ['pdf']],
] as const)('offers what there is: %o', (booking, kinds) => {
  expect(filesOf(booking)).toEqual(kinds)
})

import { expect, it } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import { filesOf } from './booking-files.tsx'

const claim = { claimedAt: '', disputeUntil: '', disputedAt: null }
const objection = { until: '', openedAt: null, decided: false }

it.each([
  [{ status: 'requested', noShow: null }, []],
  [{ status: 'confirmed', noShow: null }, ['calendar']],
  [{ status: 'confirmed', noShow: null, objection: { ...objection, openedAt: '2026' } }, []],
  [{ status: 'confirmed', noShow: null, objection }, ['calendar']],
  [{ status: 'checked_in', noShow: null }, ['pdf']],
  [{ status: 'trip_cancelled', noShow: null }, ['pdf']],
  [{ status: 'no_show', noShow: { ...claim, decided: false } }, []],
  [{ status: 'no_show', noShow: { ...claim, decided: true } }, ['pdf']],
] as const)('offers what there is: %o', (booking, kinds) => {
  expect(filesOf({ objection: null, ...booking } as BookingView)).toEqual(kinds)
})

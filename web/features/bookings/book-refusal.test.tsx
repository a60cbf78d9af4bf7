import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type ErrorCode, messageOf, statusOf } from '#contract/errors.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { aTrip } from '#test/screen-trips.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { planOf } from './book-plan.ts'
import { BookRefusal } from './book-refusal.tsx'

const segment = {
  ...{ fromStopId: 't.0', toStopId: 't.3', price: 90_000, seatsLeft: 1, needsApproval: false },
  answerUntil: null,
  ...{ departsAt: '2026-11-20T12:00:00.000Z', arrivesAt: '2026-11-20T20:00:00.000Z', km: 450 },
}

function htmlOf(code: ErrorCode, client = new QueryClient()): string {
  const plan = planOf(aTrip({ segment }), { seats: 1, mode: null })
  if (!plan) throw new Error('a trip with a segment has a plan')
  const overlap = { kind: 'booking', id: 'b', tripId: 't', route: 'A → B', at: segment.departsAt }
  const details = code === 'overlapping_booking' ? overlap : undefined
  const error = new ApiError({ status: statusOf(code), code, message: messageOf(code), details })
  return renderToString(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <BookRefusal error={error} plan={plan} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll('&amp;', '&')
}

/** Refusals whose way is on the same screen, or that nobody can change. */
const WITHOUT: Partial<Record<ErrorCode, string>> = {
  price_changed: 'the new price is on the screen: confirm again',
  profile_incomplete: 'the person is loaded again, which adds the step that asks for it',
  account_suspended: 'the team decided it, and told how to appeal',
  account_expelled: 'as above',
  account_closing: 'the person asked for it, and takes it back in "Mis datos"',
  idempotency_mismatch: 'the button makes a new request',
  busy: 'the button tries again',
  rate_limited: 'the sentence says when the button works again',
}

describe('a refusal of a booking', () => {
  it.each(api.bookings.book.errors)('has a door: %s', (code) => {
    const hasDoor = /<(a|button)\b/.test(htmlOf(code))
    expect([code, hasDoor]).toEqual([code, !(code in WITHOUT)])
  })

  it('offers the change of segment of the booking that stands, while it is allowed', () => {
    const offer = (changeSegment: boolean) => {
      const client = new QueryClient()
      const booking = { ...aBooking({ can: { changeSegment } }), tripId: 't' }
      client.setQueryData(queryKeys.bookings('upcoming'), { bookings: [booking], totalPages: 1 })
      return htmlOf('already_booked', client)
    }
    expect(offer(true)).toContain('puedes cambiar de tramo')
    expect(offer(false)).not.toContain('tramo')
    expect(offer(true) + offer(false)).not.toContain('cancela')
  })

  it('leads back to this booking', () => {
    const back = encodeURIComponent('/trips/t/book?from=t.0&to=t.3&seats=1')
    expect(htmlOf('women_only')).toContain(`/documents?para=mujer&returnTo=${back}`)
    expect(htmlOf('verified_only')).toContain(`/documents?para=identidad&returnTo=${back}`)
    expect(htmlOf('debt_open')).toContain(`/wallet?returnTo=${back}`)
  })
})

import { expect, it } from 'vitest'
import { wantedTrip } from './trip-gate.tsx'

const TRIP = '01890000-0000-7000-8000-00000000dead'

it('reads trip, segment and seats from the return address of a booking or a trip', () => {
  expect(wantedTrip(`/trips/${TRIP}/book?from=a.1&to=a.3&seats=2`)).toEqual({
    tripId: TRIP,
    from: 'a.1',
    to: 'a.3',
    seats: 2,
  })
  expect(wantedTrip(`/trips/${TRIP}`)).toMatchObject({ tripId: TRIP, from: undefined, seats: 1 })
  expect(wantedTrip(`/trips/${TRIP}?seats=99`)?.seats).toBe(1)
})

it.each([null, '/wallet', '/trips', '/trips/x/book', `/trips/${TRIP}/run`, `/trips/${TRIP}/edit`])(
  'shows the ordinary login for the return address %s',
  (returnTo) => expect(wantedTrip(returnTo)).toBeNull(),
)

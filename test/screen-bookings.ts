// Bookings for screens without a server.
import { BookingView } from '#contract/booking-view.ts'

const id = '01890000-0000-7000-8000-000000000001'
const AT = '2026-11-20T10:45:00.000Z'
const TOMORROW = '2026-11-21T12:00:00.000Z'

/** Cali and Bogotá. */
const PLACES = ['76001', '11001']
const person = (name: string) => ({ id, name, verified: true, photoUrl: null })
const stop = (row: number, name: string) => ({
  ...{ id: `${id}.${row}`, placeId: PLACES[row], name, department: 'Valle', at: AT, point: null },
})

/** `can`: only what is named; the others are false. */
type Over = Omit<Partial<BookingView>, 'can'> & { can?: Partial<BookingView['can']> }

/** A booking whose passenger objects to "no llegó", as its driver sees it; with changes. */
export function aBooking({ can: may, ...over }: Over = {}): BookingView {
  const can = Object.fromEntries(
    Object.keys(BookingView.shape.can.shape).map((key) => [key, false]),
  )
  return BookingView.parse({
    ...{ id, tripId: id, status: 'no_show', state: 'no_show_disputed', seats: 1 },
    ...{ from: stop(0, 'Cali'), to: stop(1, 'Bogotá'), price: 81_500, paymentMode: 'billetera' },
    ...{ createdAt: AT, confirmedAt: AT, aboardSaidAt: null, aboardPostsAt: null, aboardFrom: AT },
    ...{ boardedAt: null, arrivedAt: null, closedAt: null, expiresAt: null, viewer: 'driver' },
    ...{ driver: person('Nelson B.'), passenger: person('Camila O.') },
    ...{ vehicle: { brand: 'Kia', model: 'Rio', color: 'Verde', plate: 'TVN365' } },
    noShow: { claimedAt: AT, disputeUntil: TOMORROW, disputedAt: AT, decided: false },
    ...{
      objection: null,
      denial: null,
      tripChange: null,
      tripPause: null,
      meetingMoved: false,
      crosses: false,
    },
    ...{ refundIfCancelledNow: 0, fullRefundUntil: null, freeReturnsLeft: null },
    ...{ refundPerSeats: [], partOf: null, connection: null, rescued: false },
    can: { ...can, ...may },
    ...{ refunded: null, charged: null, driverEarns: 73_350, driverMoneyPart: 'in_question' },
    expectedAt: over.to?.at ?? AT,
    ...over,
  })
}

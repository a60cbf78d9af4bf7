// Ticket of a trip with one change of car: Bogotá → Ibagué with Nelson, then Ibagué → Cali with
// Olga. It is Friday, 8:00 in Bogotá.
import { api } from '#contract/api.ts'
import type { BookingConnection, BookingView } from '#contract/booking-view.ts'
import { openScreen } from './screen.tsx'
import { answers, answersById, failing, refuses, type StubbedAnswer } from './screen-answers.ts'
import { aBooking } from './screen-bookings.ts'
import { ANA, signedIn } from './screen-people.ts'
import { ticketOf } from './screen-tickets.ts'

export const id = (end: number) => `01890000-0000-7000-8000-0000000000${end}`
export const iso = (at: string) => new Date(`${at}:00-05:00`).toISOString()
export const text = () => (document.body.textContent ?? '').replaceAll(/[\s\u00A0]+/g, ' ')
export const [FIRST, SECOND, CONNECTION] = [id(11), id(12), id(20)]
export const [TRIP_1, TRIP_2, POINT] = [id(31), id(32), id(40)]
export const terminal = {
  ...{ id: POINT, name: 'Terminal de Ibagué', address: 'Carrera 2', kind: 'terminal' as const },
  ...{ lat: 4.4, lng: -75.2, approximate: false, listed: true },
}
const phone = { ...ANA.profile, phone_number: '+573001234567' }
export const ana = { ...ANA, profile: phone }

export const connection = (
  part: 1 | 2,
  over: Partial<BookingConnection> = {},
): BookingConnection => ({
  ...{ id: CONNECTION, part, otherBookingId: part === 1 ? SECOND : FIRST },
  changeAt: { placeId: '73001', name: 'Ibagué', point: terminal },
  ...{ arrivesAt: iso('2026-11-20T09:40'), departsAt: iso('2026-11-20T10:35') },
  ...{ expectedAt: null, changeMinutes: 55, brokenAt: null, maySayMissed: false },
  ...over,
})

export type Over = Omit<Partial<BookingView>, 'can'> & { can?: Partial<BookingView['can']> }

export function part(
  no: 1 | 2,
  over: Over = {},
  change: Partial<BookingConnection> = {},
): BookingView {
  const [names, times] =
    no === 1
      ? [['Bogotá', 'Ibagué'], ['2026-11-20T08:30', '2026-11-20T09:40'] as const]
      : [['Ibagué', 'Cali'], ['2026-11-20T10:35', '2026-11-20T13:00'] as const]
  const tripId = no === 1 ? TRIP_1 : TRIP_2
  const stop = (row: 0 | 1) => ({
    ...{ id: `${tripId}.${row}`, placeId: '73001', name: names[row] ?? '', department: 'Tolima' },
    ...{ at: iso(times[row]), point: terminal },
  })
  const { can, ...rest } = over
  return aBooking({
    ...{ id: no === 1 ? FIRST : SECOND, tripId, status: 'confirmed', state: 'confirmed' },
    ...{ viewer: 'passenger', noShow: null, from: stop(0), to: stop(1), driverEarns: null },
    ...{ driverMoneyPart: null, price: no === 1 ? 28_000 : 30_000 },
    ...{ aboardFrom: iso(no === 1 ? '2026-11-20T07:55' : '2026-11-20T10:20') },
    driver: {
      id: id(50),
      name: no === 1 ? 'Nelson B.' : 'Olga M.',
      verified: true,
      photoUrl: null,
    },
    ...{ connection: connection(no, change), refundIfCancelledNow: no === 1 ? 14_000 : 15_000 },
    ...rest,
    can: { showTicket: true, cancel: true, ...can },
  })
}

export function ticketAnswers(first: BookingView, second: BookingView): StubbedAnswer[] {
  return [
    ...signedIn(ana),
    answersById(api.bookings.show, { [FIRST]: { booking: first }, [SECOND]: { booking: second } }),
    answersById(api.bookings.ticket, {
      [FIRST]: ticketOf(first, 'AAA111'),
      [SECOND]: ticketOf(second, 'BBB222'),
    }),
    refuses(api.journeys.show, 'trip_not_found'),
    answers(api.safety.listBookingShares, { shares: [], until: null }),
    answers(api.safety.listOwnIncidents, { incidents: [] }),
    failing(api.ratings.ofBooking),
    answers(api.connections.rescue, { rescue: null }),
  ]
}

export const openTicket = (first: BookingView, second: BookingView, at = FIRST) =>
  openScreen(`/bookings/${at}`, { token: 'of-ana', answers: ticketAnswers(first, second) })

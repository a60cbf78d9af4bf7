/** What a driver's trip brings, from its bookings. */
import type { BookingView } from '#contract/booking-view.ts'
import type { TripView } from '#contract/trips.ts'

const LIVE: readonly BookingView['status'][] = ['requested', 'confirmed', 'checked_in', 'completed']

/** Whether a booking has a seat, or asks for one. */
export const hasSeat = ({ status }: Pick<BookingView, 'status'>) => LIVE.includes(status)

/** Whether the trip has not ended. */
export const isOpen = ({ status }: Pick<TripView, 'status'>) =>
  status === 'published' || status === 'in_progress'

export type TripMoney = {
  /** Seats that are taken. */
  seats: number
  /** Net pesos, which late cancellations and absent people pay too. */
  total: number
  /** Net pesos that the driver may not receive, and the names of those whom they depend on. */
  inQuestion: number
  doubted: string[]
  /** Whether a passenger pays by hand, which no wallet receives. */
  isDirect: boolean
}

type Paid = Pick<BookingView, 'status' | 'seats' | 'driverMoneyPart' | 'driverEarns'> &
  Pick<BookingView, 'paymentMode' | 'passenger'>

/** Sums what the accepted bookings of a trip bring. */
export function moneyOf(bookings: readonly Paid[]): TripMoney {
  const accepted = bookings.filter(({ status }) => status !== 'requested')
  const doubted = accepted.filter(({ driverMoneyPart: part }) => part === 'in_question')
  const sum = (some: readonly Paid[]) =>
    some.reduce((pesos, { driverEarns }) => pesos + (driverEarns ?? 0), 0)
  const inQuestion = sum(doubted)
  return {
    seats: accepted.filter(hasSeat).reduce((count, { seats }) => count + seats, 0),
    total: sum(accepted) - inQuestion,
    inQuestion,
    doubted: doubted.map(({ passenger }) => passenger.name),
    isDirect: accepted.some(({ paymentMode }) => paymentMode === 'directo'),
  }
}

/** Seats that are free on the whole way. */
export const freeSeats = ({ legs, seats }: Pick<TripView, 'legs' | 'seats'>) =>
  Math.min(seats, ...legs.map(({ seatsLeft }) => seatsLeft))

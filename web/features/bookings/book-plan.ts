import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import type { PaymentMode, TripView } from '#contract/trips.ts'

/** What will be booked, with everything the review shows. */
export type BookPlan = {
  trip: TripView
  segment: NonNullable<TripView['segment']>
  seats: number
  mode: PaymentMode
  /** Pesos for all the seats. */
  total: number
}

/** The seats that can be taken, and a way of paying that the driver offers. */
export function planOf(
  trip: TripView,
  wanted: { seats: number; mode: PaymentMode | null },
): BookPlan | null {
  const { segment, paymentModes } = trip
  const first = paymentModes[0]
  if (!segment || !first) return null
  const seats = Math.max(1, Math.min(wanted.seats, segment.seatsLeft))
  const mode = wanted.mode && paymentModes.includes(wanted.mode) ? wanted.mode : first
  return { trip, segment, seats, mode, total: segment.price * seats }
}

/** Pesos missing in the wallet for this plan; 0 when nothing is paid in Cupo. */
export function shortfall({ mode, total }: BookPlan, balance: number): number {
  return mode === 'billetera' ? Math.max(0, total - balance) : 0
}

/** What to top up to cover it: never less than the smallest top-up. */
export function topUpFor(missing: number): number {
  return Math.max(missing, TOPUP_MIN_PESOS)
}

/** The button that books, by what it does. */
export function bookVerb({ segment, mode }: BookPlan, money: string): string {
  if (segment.needsApproval) return 'Pedir cupo'
  return mode === 'billetera' ? `Reservar y pagar ${money}` : 'Reservar'
}

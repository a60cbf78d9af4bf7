import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import type { PaymentMode, TripView } from '#contract/trips.ts'
import type { OwnKeep } from './keep-time.ts'
import type { OwnPoint } from './use-meeting-choice.ts'

/** The booking to be made, with all data for the review. */
export type BookPlan = {
  trip: TripView
  segment: NonNullable<TripView['segment']>
  seats: number
  mode: PaymentMode
  /** Pesos for all the seats. */
  total: number
  /** Set if exactly these seats are kept for the person. */
  keep: OwnKeep | null
  /** The person's meeting points, at stops without one of the driver. */
  points: { from: OwnPoint | null; to: OwnPoint | null }
}

type Wanted = {
  seats: number
  mode: PaymentMode | null
  points?: BookPlan['points']
}

const NO_POINTS: BookPlan['points'] = { from: null, to: null }

/**
 * Limits the choice to free seats and to a payment mode that the driver offers. Seats kept for this
 * person count as free: `seatsLeft` does not include them.
 */
export function planOf(
  trip: TripView,
  wanted: Wanted,
  own: OwnKeep | null = null,
): BookPlan | null {
  const { paymentModes } = trip
  const first = paymentModes[0]
  if (!trip.segment || !first) return null
  const kept = own && isOnPart(own, trip) ? own : null
  const free = Math.min(trip.seats, trip.segment.seatsLeft + (kept?.seats ?? 0))
  const segment = kept ? { ...trip.segment, seatsLeft: free } : trip.segment
  const seats = Math.max(1, Math.min(wanted.seats, segment.seatsLeft))
  const mode = wanted.mode && paymentModes.includes(wanted.mode) ? wanted.mode : first
  const keep = kept?.seats === seats ? kept : null
  const points = wanted.points ?? NO_POINTS
  return { trip, segment, seats, mode, total: segment.price * seats, keep, points }
}

function isOnPart(keep: OwnKeep, { id, segment }: TripView): boolean {
  const { tripId, fromStopId, toStopId } = keep
  return tripId === id && fromStopId === segment?.fromStopId && toStopId === segment.toStopId
}

/** Pesos missing in the wallet for this plan; 0 when nothing is paid in Cupo. */
export function shortfall({ mode, total }: BookPlan, balance: number): number {
  return mode === 'billetera' ? Math.max(0, total - balance) : 0
}

type Offered = { missing: number; ended: boolean; balanceKnown: boolean }

/**
 * What is offered to somebody who keeps no seat: to keep one while they top up, or, after a keep
 * that has `ended`, to look again. Nothing while that depends on a balance that is still loading.
 */
export function keepOfferOf({ missing, ended, balanceKnown }: Offered): 'keep' | 'look' | null {
  if (missing > 0) return 'keep'
  return ended && balanceKnown ? 'look' : null
}

/** The top-up that covers it; at least the minimum top-up. */
export function topUpFor(missing: number): number {
  return Math.max(missing, TOPUP_MIN_PESOS)
}

/** Label of the button that books. */
export function bookVerb({ segment, mode }: BookPlan, money: string): string {
  if (segment.needsApproval) return 'Pedir cupo'
  return mode === 'billetera' ? `Reservar y pagar ${money}` : 'Reservar'
}

/** Label of the button that tops up first; the booking is made on return. */
export function topUpVerb({ segment }: BookPlan, money: string): string {
  return `Recargar ${money} y ${segment.needsApproval ? 'pedir cupo' : 'reservar'}`
}

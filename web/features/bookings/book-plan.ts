import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import type { PaymentMode, StopPoint, TripView } from '#contract/trips.ts'
import type { OwnKeep } from '#web/shared/bookings/seat-keeps/keep-time.ts'
import type { OwnPoint } from './meeting-choice.tsx'

/** The second part of a trip with one change of car, and the point where the cars are changed. */
export type ChangePlan = {
  trip: TripView
  segment: NonNullable<TripView['segment']>
  point: StopPoint
}

/** The booking to be made, with all data for the review. */
export type BookPlan = {
  /** Null for a trip without a change; `trip` and `segment` are the first part's. */
  change: ChangePlan | null
  trip: TripView
  segment: NonNullable<TripView['segment']>
  seats: number
  mode: PaymentMode
  /** Price of all seats, in pesos; of both parts. */
  total: number
  /** The person's seat keep for exactly these seats; null if there is none. */
  keep: OwnKeep | null
  /** Meeting points chosen by the person, at stops where the driver has set none. */
  points: { from: OwnPoint | null; to: OwnPoint | null }
}

type Wanted = { seats: number; mode: PaymentMode | null; points?: BookPlan['points'] }

const NO_POINTS: BookPlan['points'] = { from: null, to: null }

/** Limits the choice to free seats and offered payment modes; the person's kept seats are free. */
export function planOf(
  trip: TripView,
  wanted: Wanted,
  own: OwnKeep | null = null,
  change: ChangePlan | null = null,
): BookPlan | null {
  const paymentModes: PaymentMode[] = change ? ['billetera'] : trip.paymentModes
  const first = paymentModes[0]
  if (!trip.segment || !first) return null
  const isSame = own && isOnPart(own, trip) && (!change ? !own.second : isOnSecond(own, change))
  const kept = isSame ? own : null
  const onSale = Math.min(trip.segment.seatsLeft, change?.segment.seatsLeft ?? Infinity)
  const free = Math.min(trip.seats, onSale + (kept?.seats ?? 0))
  const segment = { ...trip.segment, seatsLeft: kept ? free : onSale }
  const seats = Math.max(1, Math.min(wanted.seats, segment.seatsLeft))
  const mode = wanted.mode && paymentModes.includes(wanted.mode) ? wanted.mode : first
  const keep = kept?.seats === seats ? kept : null
  const points = wanted.points ?? NO_POINTS
  const total = (segment.price + (change?.segment.price ?? 0)) * seats
  return { change, trip: { ...trip, paymentModes }, segment, seats, mode, total, keep, points }
}

function isOnSecond({ second }: OwnKeep, { trip, segment }: ChangePlan): boolean {
  return second?.tripId === trip.id && second.fromStopId === segment.fromStopId
}

function isOnPart(keep: OwnKeep, { id, segment }: TripView): boolean {
  const { tripId, fromStopId, toStopId } = keep
  return tripId === id && fromStopId === segment?.fromStopId && toStopId === segment.toStopId
}

/** Pesos missing in the wallet for this plan; 0 for direct payment. */
export function shortfall({ mode, total }: BookPlan, balance: number): number {
  return mode === 'billetera' ? Math.max(0, total - balance) : 0
}

type Offered = { missing: number; ended: boolean; balanceKnown: boolean }

/** Offer without kept seats: `keep` them during a top-up, `look` again after a keep has `ended`. */
export function keepOfferOf({ missing, ended, balanceKnown }: Offered): 'keep' | 'look' | null {
  if (missing > 0) return 'keep'
  return ended && balanceKnown ? 'look' : null
}

/** Pesos of the top-up that covers the missing amount; at least the minimum top-up. */
export function topUpFor(missing: number): number {
  return Math.max(missing, TOPUP_MIN_PESOS)
}

export function bookVerb({ segment, mode }: BookPlan, money: string): string {
  if (segment.needsApproval) return 'Pedir cupo'
  return mode === 'billetera' ? `Reservar y pagar ${money}` : 'Reservar'
}

/** Label of the button that tops up first; the booking is made on return from the gateway. */
export function topUpVerb({ segment }: BookPlan, money: string): string {
  return `Recargar ${money} y ${segment.needsApproval ? 'pedir cupo' : 'reservar'}`
}

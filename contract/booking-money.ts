import type { BookingStatus, MoneyPart } from './booking-view.ts'
import { commissionOn } from './commission.ts'
import type { PaymentMode } from './trips.ts'

export type MoneyFacts = {
  status: BookingStatus
  /** Whether an absence is still contestable, or a dispute is undecided. */
  inQuestion: boolean
  paymentMode: PaymentMode
  /** Whole pesos for all the seats. */
  farePesos: number
  /** What the passenger was charged in Cupo once the booking ended; null in `directo`. */
  chargedPesos: number | null
  /** Hundredths of a percent. */
  commissionBp: number
}

/** Whole pesos. `cash` is the part of `gross` that the passenger pays outside Cupo. */
export type DriverMoney = { gross: number; commission: number; cash: number }

const STANDING = new Set<BookingStatus>(['requested', 'confirmed', 'checked_in', 'completed'])

/** Returns where the driver's money of a booking is. */
export function moneyPart({ status, inQuestion }: MoneyFacts): MoneyPart {
  if (inQuestion) return 'in_question'
  if (status === 'requested') return 'asked'
  return status === 'confirmed' ? 'to_come' : 'earned'
}

/**
 * Computes a driver's money of a booking: the only rule, for every screen, list, sum and message.
 * It is the whole fare while the booking stands or is in question, and what was charged once it has
 * ended. An absent passenger pays no driver directly, so `directo` then brings nothing.
 */
export function driverMoney(facts: MoneyFacts): DriverMoney {
  const { status, inQuestion, paymentMode, farePesos, chargedPesos, commissionBp } = facts
  const direct = paymentMode === 'directo'
  const stands = STANDING.has(status) || (inQuestion && !(direct && status === 'no_show'))
  const gross = stands ? farePesos : direct ? 0 : (chargedPesos ?? 0)
  return { gross, commission: commissionOn(gross, commissionBp), cash: direct ? gross : 0 }
}

import type { BookingStatus } from '#contract/booking-view.ts'
import { commissionOn } from '#contract/commission.ts'
import {
  hold,
  post,
  revenueCommission,
  transfer,
  voidHold,
  walletId,
} from '#server/modules/bank/ledger/index.ts'
import { pesosFormat } from '#server/modules/foundation/notifications/index.ts'
import { returnSeats } from '#server/modules/travel/trips/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import type { Booking } from '../booking.ts'
import { changeStatus } from '../bookings.queries.ts'
import { splitFare } from '../refund-policy.ts'

type Paid = Pick<
  Booking,
  'id' | 'passengerId' | 'driverId' | 'farePesos' | 'commissionBp' | 'paymentMode'
>
type Held = Paid & Pick<Booking, 'holdId'>

/**
 * Whether the booking holds money: in `billetera` the fare, from the booking on; in `directo` the
 * commission above zero, once it is confirmed. The SQL copy is `ledger_hold_of`.
 */
export function holdsMoney(booking: Booking): boolean {
  if (booking.paymentMode === 'billetera') return true
  return booking.status !== 'requested' && commissionOn(booking.farePesos, booking.commissionBp) > 0
}

/**
 * Holds the commission of `directo` for the driver who accepts; null when it is zero. Errors:
 * `driver_balance_low`, in words for the driver.
 */
export async function holdCommission(tx: Tx, booking: Paid, now: Date): Promise<string | null> {
  const pesos = commissionOn(booking.farePesos, booking.commissionBp)
  if (pesos === 0) return null
  const id = holdIdOf(booking)
  try {
    await hold(tx, {
      id,
      from: walletId(booking.driverId),
      to: revenueCommission,
      pesos,
      code: 'commission',
      cause: causeOf(booking),
      now,
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'insufficient_funds')) throw error
    const message =
      `Tu saldo no alcanza para la comisión de ${pesosFormat.format(pesos)}. ` +
      'Recarga tu billetera y acepta otra vez.'
    throw new AppError('driver_balance_low', { message })
  }
  return id
}

export type Release = {
  to: BookingStatus
  actorId: string | null
  now: Date
  details?: Record<string, string | number>
  connectionBrokenAt?: Date
}

/** Ends a booking, which the caller has locked, with a full refund, and returns its seats. */
export async function releaseBooking(tx: Tx, booking: Booking, release: Release): Promise<Booking> {
  const amounts = splitFare(booking, booking.farePesos)
  const ended = await changeStatus(tx, booking, { ...release, closedAt: release.now, ...amounts })
  await releaseHold(tx, ended, release.now)
  await returnSeats(tx, ended)
  return ended
}

/**
 * Closes a no-show: the driver gets the fare less commission. In `directo` the held commission is
 * returned. The caller has locked the row, which is still undecided.
 */
export async function closeNoShow(
  tx: Tx,
  booking: Booking,
  close: { actorId: string | null; now: Date; details?: Record<string, string | number> },
): Promise<Booking> {
  const amounts = splitFare(booking, 0)
  const change = { ...close, to: 'no_show' as const, closedAt: close.now, ...amounts }
  const closed = await changeStatus(tx, booking, change)
  if (booking.paymentMode === 'billetera') await payFare(tx, closed, close.now)
  else await releaseHold(tx, closed, close.now)
  return closed
}

async function releaseHold(tx: Tx, booking: Held, now: Date): Promise<void> {
  if (booking.holdId === null) return
  await voidHold(tx, {
    id: derivedId('booking.void', booking.id),
    holdId: booking.holdId,
    code: booking.paymentMode === 'billetera' ? 'fare' : 'commission',
    cause: causeOf(booking),
    now,
  })
}

/** Pays the held fare of `billetera` to the driver, and the commission on it to Cupo. */
async function payFare(tx: Tx, booking: Held, now: Date): Promise<void> {
  const { id, driverId, farePesos: pesos, holdId } = booking
  assert(holdId !== null, `booking ${id} holds nothing`)
  const common = { cause: causeOf(booking), now }
  await post(tx, { id: derivedId('booking.post', id), code: 'fare', holdId, pesos, ...common })
  const due = commissionOn(pesos, booking.commissionBp)
  if (due === 0) return
  await transfer(tx, {
    id: derivedId('booking.commission', id),
    from: walletId(driverId),
    to: revenueCommission,
    pesos: due,
    code: 'commission',
    ...common,
  })
}

export function holdIdOf(booking: Pick<Booking, 'id'>): string {
  return derivedId('booking.hold', booking.id)
}

function causeOf(booking: Pick<Booking, 'id'>) {
  return { kind: 'booking', id: booking.id } as const
}

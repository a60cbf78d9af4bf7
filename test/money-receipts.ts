import type { Booking } from '#server/modules/travel/bookings/index.ts'
import { receiptOf } from '#server/modules/travel/bookings/receipts/receipt.ts'
import type { Mode } from './money-words.ts'

type Facts = { id: string; farePesos: number; now: Date }

const receiptBooking = (mode: Mode, { id, farePesos, now }: Facts): Booking =>
  ({
    ...{ id, farePesos, commissionBp: 1_000, paymentMode: mode, seats: 1 },
    ...{ picksUpAt: now, dropsOffAt: now, checkedInAt: now },
    ...{ disputedAt: null, deniedAt: null, closedAt: now, noShowAt: null },
    ...{ status: 'completed', aboardSaidAt: null, expiresAt: null },
    ...{ chargedPesos: mode === 'billetera' ? farePesos : null, refundedPesos: null },
  }) as Booking

/** Texts of the receipts of a completed booking, of the passenger and the driver. */
export function receipts(mode: Mode, facts: Facts): string[] {
  const people = { passenger: 'Ana P.', driver: 'Carlos R.', endedByCupo: false }
  const journey = { from: 'Girardot', to: 'Cali', ...people }
  return (['passenger', 'driver'] as const).flatMap((viewer) => {
    const {
      facts: told,
      lines,
      total,
      notes,
    } = receiptOf(receiptBooking(mode, facts), viewer, journey, facts.now)
    return [...told.map((fact) => fact.join(': ')), ...[...lines, total].map(String), ...notes]
  })
}

import { z } from 'zod'
import { CalendarDate, Id, Instant, inputText, PesosSum, queryInt } from './common.ts'
import { get } from './route.ts'

const TransactionStatus = z.enum(['completed', 'pending', 'failed', 'cancelled', 'abandoned'])

/** The booking of a movement, as its owner takes part in it. */
const MovementTrip = z.object({
  bookingId: Id,
  tripId: Id,
  as: z.enum(['passenger', 'driver']),
  from: z.string(),
  to: z.string(),
  picksUpAt: Instant,
})
export type MovementTrip = z.infer<typeof MovementTrip>

export const WalletTransaction = z.object({
  id: Id,
  transaction_date: Instant,
  transaction_type: z.enum([
    'recarga',
    'reserva',
    'pago_viaje',
    'ingreso_viaje',
    'comision',
    'devolucion',
    'retiro',
    'ajuste',
  ]),
  /** Signed for the owner of the wallet: money in is positive. A hold that came back is 0. */
  amount: PesosSum,
  /** Pesos of a hold that came back to the wallet, all of it or its rest; null without a return. */
  returned: PesosSum.nullable(),
  status: TransactionStatus,
  description: z.string(),
  reference: z.string().nullable(),
  /** Null for movements that belong to no booking, such as top-ups. */
  trip: MovementTrip.nullable(),
  /** Whether the gateway reported a transaction; null for lines other than uncredited top-ups. */
  transaction_seen: z.boolean().nullable(),
})
export type WalletTransaction = z.infer<typeof WalletTransaction>

/** A driver's money in pesos. Negative when a decision returned more than was earned. */
const EarningSum = z.object({
  /** What the driver keeps: `gross` less `commission`. */
  net: PesosSum,
  /** Fares of the passengers. */
  gross: PesosSum,
  commission: PesosSum,
  /** Part of `gross` that passengers pay the driver directly, outside Cupo. */
  cash: PesosSum,
})
export type EarningSum = z.infer<typeof EarningSum>

const TripEarnings = z.object({
  tripId: Id,
  from: z.string(),
  to: z.string(),
  departsAt: Instant,
  earned: EarningSum,
  toCome: EarningSum,
  disputed: EarningSum,
})
export type TripEarnings = z.infer<typeof TripEarnings>

/** Money earned from the first day of a period, which is a date in Bogotá, until now. */
const PeriodEarnings = EarningSum.extend({ since: CalendarDate })

export const wallet = {
  balance: get('/wallet/balance', {
    auth: 'live',
    summary: "Show the wallet's balance",
    description:
      'Returns what the signed-in person can spend now, what is held for bookings, and what ' +
      'they owe. All in whole pesos.',
    ok: z.object({
      /** Pesos that can be spent now. */
      balance: PesosSum,
      /** Pesos held for unresolved bookings. */
      held: PesosSum,
      /** Pesos owed after a spent top-up was voided; money that becomes free repays it first. */
      debt: PesosSum,
      /** Fares in dispute, less commission: in the balance, but not withdrawable until decided. */
      disputed: PesosSum,
      wallet_id: Id,
    }),
  }),
  transactions: get('/wallet/transactions', {
    auth: 'live',
    summary: 'List movements of the wallet',
    description:
      "Returns a page of the signed-in person's movements and of top-ups that were never " +
      'credited, newest first. `asOf` of the first page keeps later pages free of repetitions ' +
      'and gaps.',
    query: z.strictObject({
      page: queryInt(1, 100_000).optional(),
      limit: queryInt(1, 50).optional(),
      wallet_id: Id.optional(),
      /** Value from an earlier page: later pages then show the same moment, so no line repeats. */
      asOf: inputText().max(4_000).optional(),
    }),
    ok: z.object({
      transactions: z.array(WalletTransaction),
      totalPages: z.int(),
      page: z.int(),
      /** Moment that this page shows; send it to get the other pages of the same moment. */
      asOf: z.string(),
    }),
    errors: ['not_found'],
  }),
  earnings: get('/wallet/earnings', {
    auth: 'live',
    summary: 'Show what one earned by driving',
    description:
      'Returns what the signed-in person earned by driving this week (from Monday), this month ' +
      'and in each of eight weeks, what confirmed bookings will bring, what is in dispute, and ' +
      'the same for each trip, the latest departure first. Each booking is in one part: ' +
      'earned, to come, or disputed, as is an absence that nobody decided.',
    query: z.strictObject({ page: queryInt(1, 100_000).optional() }),
    ok: z.object({
      week: PeriodEarnings,
      month: PeriodEarnings,
      /** Net pesos of the last eight weeks from Monday, this one last. */
      weeks: z.array(z.object({ since: CalendarDate, net: PesosSum })),
      /** Confirmed bookings that are not paid yet. */
      toCome: EarningSum,
      /** Bookings in question: an open dispute, or an absence that can still be contested. */
      disputed: EarningSum,
      trips: z.array(TripEarnings),
      totalPages: z.int(),
      page: z.int(),
    }),
  }),
}

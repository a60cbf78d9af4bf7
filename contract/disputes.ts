import { z } from 'zod'
import { BookingAnswer, bookingParams } from './booking-view.ts'
import { CaseEvidence } from './case-evidence.ts'
import { casesQuery, Id, Instant, longText, Pesos, pageOf } from './common.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN } from './limits.ts'
import { get, post } from './route.ts'
import { signedErrors } from './team-acts.ts'
import { PaymentMode } from './trips.ts'

export const DisputeOutcome = z.enum(['passenger', 'driver'])
export type DisputeOutcome = z.infer<typeof DisputeOutcome>

/** A dispute as the deciding team member sees it. */
export const DisputeCase = z.object({
  bookingId: Id,
  tripId: Id,
  passenger: z.string(),
  driver: z.string(),
  from: z.string(),
  to: z.string(),
  picksUpAt: Instant,
  price: Pesos,
  paymentMode: PaymentMode,
  /** When the driver claimed the no-show; null when the passenger claims one. */
  claimedAt: Instant.nullable(),
  openedAt: Instant,
  /** When the team has to decide; null once decided. */
  dueAt: Instant.nullable(),
  statement: z.string(),
  /** Whether another passenger was registered aboard at that stop, or at a later one. */
  carWasThere: z.boolean(),
  /** When the driver first recorded an arrival at that stop or at a later one; null: never. */
  arrivalRecordedAt: Instant.nullable(),
  /** When a phone of the driver first scanned this ticket, even if it was refused; null: never. */
  scannedAt: Instant.nullable(),
  /** When the passenger who denies having travelled was registered aboard; else null. */
  deniedCheckInAt: Instant.nullable(),
  needsSecond: z.boolean(),
  /** Decision of the first person; a second person must agree. */
  proposal: z
    .object({
      outcome: DisputeOutcome,
      note: z.string(),
      by: z.string(),
      /** Whether the viewer proposed it; another person must decide. */
      mine: z.boolean(),
      /** Whether the viewer and the proposer have used the same browser. */
      sameDevice: z.boolean(),
    })
    .nullable(),
  outcome: DisputeOutcome.nullable(),
  note: z.string().nullable(),
  resolvedAt: Instant.nullable(),
})
export type DisputeCase = z.infer<typeof DisputeCase>

const explanation = longText(DISPUTE_TEXT_MAX).min(DISPUTE_TEXT_MIN)

export const disputes = {
  open: post('/bookings/:bookingId/dispute', {
    auth: 'live',
    summary: 'El pasajero reclama: sí llegó, o el conductor no llegó por él',
    description:
      'The passenger objects: they were there although the driver said not, or the driver did ' +
      'not come. The money stays held until somebody decides; a repeat answers the booking as ' +
      'it is.',
    params: bookingParams,
    body: z.strictObject({ statement: explanation }),
    ok: BookingAnswer,
    whenExpelled: true,
    errors: ['booking_not_found', 'dispute_closed', 'aboard_said'],
  }),
  queue: get('/admin/disputes', {
    auth: { permission: 'disputes.resolve' },
    summary: 'Reclamos por resolver, del más antiguo al más reciente, o los ya resueltos',
    description:
      'Disputes to decide, oldest first, or those decided. Needs the permission ' +
      '`disputes.resolve`.',
    query: casesQuery,
    ok: pageOf(DisputeCase),
  }),
  evidence: get('/admin/disputes/:bookingId/evidence', {
    auth: { permission: 'disputes.resolve' },
    summary: 'Lo que se escribieron los dos de un reclamo, y dónde estaban',
    description:
      'The chat of passenger and driver of an open dispute, and their last positions if they ' +
      'share the trip; who looked is recorded. Not for a party of the booking. Needs ' +
      '`disputes.resolve`.',
    params: bookingParams,
    ok: z.object({ evidence: CaseEvidence }),
    errors: ['dispute_not_found', 'dispute_resolved'],
  }),
  resolve: post('/admin/disputes/:bookingId/resolve', {
    auth: { permission: 'disputes.resolve' },
    summary: 'Resolver un reclamo: todo vuelve al pasajero, o el pasaje es del conductor',
    description:
      "Decides a dispute: everything returns to the passenger, or the fare is the driver's. " +
      'Needs the permission `disputes.resolve`; above a configured amount a second person ' +
      'must decide the same. Safe to repeat.',
    params: bookingParams,
    body: z.strictObject({ outcome: DisputeOutcome, note: explanation }),
    /** Null for a proposal that another person must confirm. */
    ok: z.object({ outcome: DisputeOutcome.nullable() }),
    errors: ['dispute_not_found', 'dispute_resolved', 'dispute_second_person', ...signedErrors],
  }),
}

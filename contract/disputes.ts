import { z } from 'zod'
import { BookingAnswer } from './booking-view.ts'
import { CaseEvidence } from './case-evidence.ts'
import { Id, Instant, linkedCasesQuery, longText, Pesos, pageOf, paperErrors } from './common.ts'
import { DISPUTE_TEXT_MAX, DISPUTE_TEXT_MIN, DOCUMENT_MAX_BYTES } from './limits.ts'
import { get, post, rawAnswer } from './route.ts'
import { SeenFirst, SeenSaid, seenErrors, signedErrors } from './team-acts.ts'
import { PaymentMode } from './trips.ts'

export const DisputeOutcome = z.enum(['passenger', 'driver'])
export type DisputeOutcome = z.infer<typeof DisputeOutcome>

/** The driver's answer: the passenger was not at the point, travelled, or something else. */
export const DisputeAnswer = z.enum(['not_there', 'travelled', 'other'])
export type DisputeAnswer = z.infer<typeof DisputeAnswer>

/** A dispute as passenger and driver see it. */
export const DisputeView = z.object({
  /** Words of the passenger. */
  statement: z.string(),
  /** Text that the passenger added after opening the dispute; null if none. */
  addition: z.string().nullable(),
  /** Deadline of the driver; nobody decides before it or the answer. */
  until: Instant,
  /** The driver's version; null before it, and for the passenger. */
  version: z.object({ answer: DisputeAnswer, words: z.string(), at: Instant }).nullable(),
  /** Whether the driver has not answered the latest text of the passenger, and still can. */
  waits: z.boolean(),
  /** When the driver first recorded an arrival at that stop or at a later one; null: never. */
  arrivalRecordedAt: Instant.nullable(),
  /** Number of photos of the viewer. */
  photos: z.int(),
  decided: z.boolean(),
})
export type DisputeView = z.infer<typeof DisputeView>

/** One side of a dispute, as the team compares it with the other. */
const DisputeSide = z.object({
  userId: Id,
  name: z.string(),
  /** Null until the driver answers. */
  answer: DisputeAnswer.nullable(),
  words: z.string().nullable(),
  saidAt: Instant.nullable(),
  photoIds: z.array(Id),
  /** Journeys as driver or passenger, disputes and absences of the last year, this one too. */
  trips: z.int(),
  disputes: z.int(),
  absences: z.int(),
})
export type DisputeSide = z.infer<typeof DisputeSide>

/** A dispute as the deciding team member sees it. */
export const DisputeCase = z.object({
  bookingId: Id,
  tripId: Id,
  passenger: DisputeSide,
  driver: DisputeSide,
  from: z.string(),
  to: z.string(),
  picksUpAt: Instant,
  price: Pesos,
  paymentMode: PaymentMode,
  /** When the driver claimed the no-show; null when the passenger claims one. */
  claimedAt: Instant.nullable(),
  openedAt: Instant,
  /** When one side last wrote or sent a photo after that; null: never. */
  saidAt: Instant.nullable(),
  /** When the team has to decide; null once decided. */
  dueAt: Instant.nullable(),
  /** Until when nobody can decide, because the driver did not answer yet; null: now. */
  heardFrom: Instant.nullable(),
  /** Amount in pesos that the driver receives if the dispute is decided in their favour. */
  driverEarns: Pesos,
  /** Whether another passenger was registered aboard at that stop, or at a later one. */
  carWasThere: z.boolean(),
  /** When the driver first recorded an arrival at that stop or at a later one; null: never. */
  arrivalRecordedAt: Instant.nullable(),
  /** When a phone of the driver first scanned this ticket, even if it was refused; null: never. */
  scannedAt: Instant.nullable(),
  /** When the passenger who denies having travelled was registered aboard; else null. */
  deniedCheckInAt: Instant.nullable(),
  /** Whether the denied check-in was by name and document, without a ticket. */
  deniedByName: z.boolean(),
  /**
   * The first car, when the passenger says that they missed this one by it: planned and recorded
   * arrival at the change; null for every other dispute. A decision leaves no mark on the driver.
   */
  change: z
    .object({
      ...{ bookingId: Id, driver: z.string() },
      ...{ plannedAt: Instant, arrivedAt: Instant.nullable() },
    })
    .nullable(),
  needsSecond: z.boolean(),
  /** Decision of the first person; a second person must agree. */
  proposal: z
    .object({
      outcome: DisputeOutcome,
      note: z.string(),
      by: z.string(),
      at: Instant,
      /** Whether the viewer proposed it; another person must decide. */
      mine: z.boolean(),
      /** Whether the viewer and the proposer have used the same browser. */
      sameDevice: z.boolean(),
    })
    .nullable(),
  outcome: DisputeOutcome.nullable(),
  note: z.string().nullable(),
  resolvedAt: Instant.nullable(),
  /** Who of the team decided; null while it is open. */
  decidedBy: z.string().nullable(),
})
export type DisputeCase = z.infer<typeof DisputeCase>

const explanation = longText(DISPUTE_TEXT_MAX).min(DISPUTE_TEXT_MIN)
const ofParty = ['dispute_not_found', 'dispute_resolved'] as const
/** An expelled person is heard too. */
const heard = { auth: 'live', whenExpelled: true } as const
const perDay = (max: number) => ({ max, windowSeconds: 86_400, by: 'user' }) as const

export const disputes = {
  open: post('/bookings/:bookingId/dispute', {
    auth: 'live',
    summary: 'Object as a passenger',
    description:
      'The passenger objects: they were there although the driver said not, or the driver did ' +
      'not come. The money stays held until somebody decides; a repeat answers the booking as ' +
      'it is.',
    body: z.strictObject({ statement: explanation }),
    ok: BookingAnswer,
    whenExpelled: true,
    errors: ['booking_not_found', 'dispute_closed', 'aboard_said'],
  }),
  mine: get('/bookings/:bookingId/dispute', {
    auth: 'live',
    summary: 'Show the dispute of a booking',
    description: 'Returns the dispute of a booking for its passenger or its driver.',
    ok: z.object({ dispute: DisputeView }),
    errors: ['dispute_not_found'],
  }),
  answer: post('/bookings/:bookingId/dispute/answer', {
    ...heard,
    summary: 'Answer a dispute as its driver',
    description: "Stores the driver's version; a later one replaces it until the team decides.",
    body: z.strictObject({ answer: DisputeAnswer, text: explanation }),
    ok: z.object({}),
    limit: perDay(20),
    errors: ofParty,
  }),
  add: post('/bookings/:bookingId/dispute/addition', {
    ...heard,
    summary: "Add words to one's dispute",
    description:
      'Adds words to the dispute of the passenger, once, until the team decides; the driver is ' +
      'asked again. Safe to repeat.',
    body: z.strictObject({ text: explanation }),
    ok: z.object({}),
    limit: perDay(20),
    errors: [...ofParty, 'dispute_added'],
  }),
  addPhoto: post('/dispute-photos', {
    ...heard,
    summary: 'Add a photo to a dispute',
    description:
      'Adds a photo of the passenger or the driver to an undecided dispute. The server redraws ' +
      'the image and stores it encrypted; only who decides sees it.',
    body: z.strictObject({ bookingId: Id }),
    file: { field: 'file', maxBytes: DOCUMENT_MAX_BYTES },
    ok: z.object({ photos: z.int() }),
    status: 201,
    limit: perDay(30),
    errors: [...ofParty, 'hearing_photo_limit', ...paperErrors],
  }),
  photo: get('/admin/disputes/:bookingId/photos/:photoId', {
    auth: { permission: 'disputes.resolve' },
    summary: 'Show a photo of a dispute',
    description:
      'Returns a photo of a dispute; who looked is recorded. Not for a party of the booking.',
    ...rawAnswer,
    errors: ['dispute_not_found'],
  }),
  queue: get('/admin/disputes', {
    auth: { permission: 'disputes.resolve' },
    summary: 'List disputes',
    description:
      'Returns disputes to decide, oldest first, those that the viewer proposed last; or those ' +
      'decided. Needs the permission `disputes.resolve`.',
    query: linkedCasesQuery,
    ok: pageOf(DisputeCase),
  }),
  evidence: get('/admin/disputes/:bookingId/evidence', {
    auth: { permission: 'disputes.resolve' },
    summary: 'Show the chat and positions of a dispute',
    description:
      'Returns the chat of passenger and driver of an open dispute, and their last positions if ' +
      'they share the trip; who looked is recorded. Not for a party of the booking.',
    ok: z.object({ evidence: CaseEvidence }),
    errors: ofParty,
  }),
  resolve: post('/admin/disputes/:bookingId/resolve', {
    auth: { permission: 'disputes.resolve' },
    summary: 'Decide a dispute',
    description:
      "Decides a dispute: everything returns to the passenger, or the fare is the driver's. " +
      'Not before the driver answered or their deadline passed. Needs the permission ' +
      '`disputes.resolve`; above a configured amount a second person must decide the same. Safe ' +
      'to repeat.',
    body: z.strictObject({ outcome: DisputeOutcome, note: explanation, ...SeenFirst, ...SeenSaid }),
    /** Null for a proposal that another person must confirm. */
    ok: z.object({ outcome: DisputeOutcome.nullable() }),
    errors: [
      ...ofParty,
      ...(['dispute_unheard', 'dispute_second_person'] as const),
      ...seenErrors,
      ...signedErrors,
    ],
  }),
}

import { DISPUTE_HEARING_HOURS } from '#contract/conduct-limits.ts'
import type { DisputeAnswer, DisputeView } from '#contract/disputes.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  fareLink,
  findFactsOf,
  listBookingRows,
  lockBooking,
  partyOf,
} from '#server/modules/travel/bookings/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { addHearingPhoto, viewHearingPhoto } from '../hearing-photos.ts'
import { listHearingPhotos } from '../hearings.queries.ts'
import {
  changeObjected,
  checkInDenied,
  noShowDisputed,
  objectionOpened,
} from './disputes.messages.ts'
import { askAgain, type Dispute, findDispute, writeWords } from './disputes.queries.ts'

type Asked = Pick<Dispute, 'askedAt' | 'answeredAt'>

/** Deadline of the driver's version. */
export function heardUntil({ askedAt }: Pick<Dispute, 'askedAt'>): Date {
  return addMs(askedAt, DISPUTE_HEARING_HOURS * HOUR_MS)
}

/** Whether the driver did not answer the latest words of the passenger, and still can in time. */
export function waitsForDriver(dispute: Asked, now: Date): boolean {
  const { askedAt, answeredAt } = dispute
  return (!answeredAt || answeredAt < askedAt) && now < heardUntil(dispute)
}

/** Asks the driver for their version, with its deadline. */
export async function askDriver(tx: Tx, deps: TellDeps, booking: Booking): Promise<void> {
  const now = deps.clock.now()
  const message = booking.noShowAt
    ? noShowDisputed
    : booking.deniedAt
      ? checkInDenied
      : booking.changeMissedAt
        ? changeObjected
        : objectionOpened
  const data = { ...fareLink(booking), until: heardUntil({ askedAt: now }).toISOString() }
  await tellUser(tx, deps, message, { userId: booking.driverId, data })
}

/** Locks an undecided dispute of a party. Errors: `dispute_not_found`, `dispute_resolved`. */
async function lockOpen(tx: Tx, bookingId: string, userId: string) {
  const booking = await lockBooking(tx, bookingId)
  const dispute = booking && (await findDispute(tx, bookingId))
  const party = booking && partyOf(booking, userId)
  if (!booking || !dispute || !party) throw new AppError('dispute_not_found')
  if (dispute.outcome) throw new AppError('dispute_resolved')
  return { booking, dispute, party }
}

/**
 * Stores or replaces the driver's version until the decision. Errors: as `lockOpen`; for anybody
 * but the driver `dispute_not_found`.
 */
export async function answerDispute(
  deps: ActDeps,
  { userId: authorId }: ActorId,
  { bookingId, answer, text }: { bookingId: string; answer: DisputeAnswer; text: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { party } = await lockOpen(tx, bookingId, authorId)
    if (party !== 'driver') throw new AppError('dispute_not_found')
    await writeWords(tx, { bookingId, authorId, answer, words: text, now: deps.clock.now() })
  })
}

/**
 * Adds words of the passenger, once, and asks the driver again. Safe to repeat. Errors: as
 * `lockOpen`; for anybody but the passenger `dispute_not_found`; `dispute_added`.
 */
export async function addToDispute(
  deps: ActDeps,
  { userId: authorId }: ActorId,
  { bookingId, text }: { bookingId: string; text: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { booking, dispute, party } = await lockOpen(tx, bookingId, authorId)
    if (party !== 'passenger') throw new AppError('dispute_not_found')
    if (dispute.addition === text) return
    if (dispute.addition !== null) throw new AppError('dispute_added')
    await writeWords(tx, { bookingId, authorId, answer: null, words: text, now })
    await askAgain(tx, bookingId, now)
    await askDriver(tx, deps, booking)
  })
}

/** Adds a photo of a side. Errors: as `lockOpen` and `addHearingPhoto`. */
export function addDisputePhoto(
  deps: ActDeps,
  actor: ActorId,
  { bookingId, bytes }: { bookingId: string; bytes: Buffer },
): Promise<number> {
  const lock = (tx: Tx) => lockOpen(tx, bookingId, actor.userId)
  return addHearingPhoto(deps, actor, { subjectId: bookingId, bytes, lock })
}

/** Shows the team a photo. Errors: `forbidden` for a party of the booking, `not_found`. */
export function viewDisputePhoto(
  deps: ActDeps,
  actor: ActorId,
  { bookingId, photoId }: { bookingId: string; photoId: string },
): Promise<Buffer> {
  const lock = async (tx: Tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) throw new AppError('dispute_not_found')
    if (partyOf(booking, actor.userId)) throw new AppError('forbidden')
  }
  return viewHearingPhoto(deps, actor, { kind: 'booking', subjectId: bookingId, photoId, lock })
}

/** Shows a dispute to its passenger or driver. Errors: `dispute_not_found`. */
export async function showDispute(
  { db, clock }: ReadDeps,
  { userId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<DisputeView> {
  const [booking] = await listBookingRows(db, [bookingId])
  const dispute = booking && (await findDispute(db, bookingId))
  const party = booking && partyOf(booking, userId)
  if (!dispute || !party) throw new AppError('dispute_not_found')
  const { statement, addition, answer, words, answeredAt: at, outcome } = dispute
  const photos = await listHearingPhotos(db, [bookingId])
  const facts = (await findFactsOf(db, [bookingId])).get(bookingId)
  // The passenger does not read the version: people would answer each other instead of the team.
  const isTold = party === 'driver' && answer && words !== null && at
  return {
    statement,
    addition,
    until: heardUntil(dispute).toISOString(),
    version: isTold ? { answer, words, at: at.toISOString() } : null,
    waits: !outcome && waitsForDriver(dispute, clock.now()),
    arrivalRecordedAt: facts?.driverArrivedAt?.toISOString() ?? null,
    photos: photos.filter(({ authorId }) => authorId === userId).length,
    decided: outcome !== null,
  }
}

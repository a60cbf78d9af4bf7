import type { BookingRating, Rating } from '#contract/ratings.ts'
import { findPeople, type Person } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  findFactsOf,
  listBookingRows,
  partyOf,
} from '#server/modules/travel/bookings/index.ts'
import { addMs } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { DENIAL_MS } from './deny-journey.ts'
import { hasCancelled, isPublic, type RatingRow, sidesOf, windowOf } from './rating.ts'
import { listCasesOfBooking } from './rating-cases.queries.ts'
import { listRatingsOfBookings } from './ratings.queries.ts'

export function presentWords(rating: RatingRow) {
  const { id, stars, tags, comment, createdAt, replyText, repliedAt } = rating
  return {
    id,
    stars,
    tags,
    comment,
    createdAt: createdAt.toISOString(),
    reply: replyText && repliedAt ? { text: replyText, createdAt: repliedAt.toISOString() } : null,
  }
}

/** Presents a person to the other side of a booking. */
export function presentParty(id: string, people: ReadonlyMap<string, Person>) {
  const person = people.get(id)
  return {
    id,
    name: person?.name ?? '',
    verified: person?.verified ?? false,
    photoUrl: person?.photo?.small ?? null,
  }
}

const mayReply = (rating: RatingRow, viewerId: string | null) =>
  rating.ratedId === viewerId && isPublic(rating) && rating.replyText === null

/** Presents public ratings, in the given order. */
export async function presentRatings(
  db: Reader,
  viewer: ActorId | null,
  ratings: readonly RatingRow[],
): Promise<Rating[]> {
  const raterIds = ratings.map(({ raterId }) => raterId)
  const people = await findPeople(db, raterIds)
  return ratings.map((rating) => ({
    ...presentWords(rating),
    by: presentParty(rating.raterId, people),
    as: rating.ratedAs,
    outcome: rating.outcome,
    can: { reply: mayReply(rating, viewer?.userId ?? null) },
  }))
}

/** Presents the ratings of a booking to one side, with the actions that this side can take. */
export async function presentBookingRating(
  { db, clock }: ReadDeps,
  { userId: viewerId }: ActorId,
  booking: Booking,
): Promise<BookingRating> {
  const now = clock.now()
  const sides = sidesOf(booking, viewerId)
  assert(sides, `booking ${booking.id} is not of ${viewerId}`)
  const [facts, written, cases, people] = await Promise.all([
    findFactsOf(db, [booking.id]),
    listRatingsOfBookings(db, [booking.id]),
    listCasesOfBooking(db, booking.id),
    findPeople(db, [sides.otherId]),
  ])
  const window = windowOf(booking, now, facts.get(booking.id))
  const mine = written.find(({ raterId }) => raterId === viewerId)
  const theirs = written.find((each) => each.ratedId === viewerId && each.revealedAt !== null)
  const denial = cases.find(({ kind }) => kind === 'not_together')
  const own = partyOf(booking, viewerId)
  const cancelled = own !== undefined && hasCancelled(booking, own)
  const deniable = window?.outcome === 'travelled' && now < addMs(window.closesAt, DENIAL_MS)
  return {
    bookingId: booking.id,
    about: presentParty(sides.otherId, people),
    as: sides.as,
    outcome: window?.outcome ?? null,
    closesAt: window?.closesAt.toISOString() ?? null,
    mine: mine ? presentWords(mine) : null,
    theirs: theirs && !theirs.hidden ? presentWords(theirs) : null,
    can: {
      rate: window !== undefined && now < window.closesAt && !mine && !cancelled,
      reply: theirs !== undefined && mayReply(theirs, viewerId),
      notTogether: deniable && !denial,
    },
    notTogether: denial ? { mine: denial.openedBy === viewerId, outcome: denial.outcome } : null,
  }
}

/** As `presentBookingRating`, by id. Errors: `booking_not_found`. */
export async function showBookingRating(
  deps: ReadDeps,
  actor: ActorId,
  bookingId: string,
): Promise<BookingRating> {
  const [booking] = await listBookingRows(deps.db, [bookingId])
  if (!booking || !partyOf(booking, actor.userId)) throw new AppError('booking_not_found')
  return await presentBookingRating(deps, actor, booking)
}

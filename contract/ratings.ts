import { z } from 'zod'
import { casesQuery, Id, Instant, longText, pageOf, pageQuery } from './common.ts'
import { BookingParty } from './profiles.ts'
import {
  allRatingTags,
  NOT_TOGETHER_MAX,
  NOT_TOGETHER_MIN,
  RATING_COMMENT_MAX,
  RATING_TAGS_MAX,
} from './rating-tags.ts'
import { get, post } from './route.ts'
import { comparedErrors } from './team-acts.ts'

const Tag = z.enum(allRatingTags)
const Stars = z.int().min(1).max(5)
const RatedAs = z.enum(['driver', 'passenger'])
const Outcome = z.enum(['travelled', 'cancelled'])

const Words = z.object({
  id: Id,
  stars: Stars,
  tags: z.array(Tag),
  comment: z.string().nullable(),
  createdAt: Instant,
  reply: z.object({ text: z.string(), createdAt: Instant }).nullable(),
})

/** A rating as any visitor sees it. */
export const Rating = Words.extend({
  by: BookingParty.pick({ id: true, name: true, photoUrl: true }),
  /** Role of the rated person in that booking. */
  as: RatedAs,
  outcome: Outcome,
  /** Only the rated person can reply, once. */
  can: z.object({ reply: z.boolean() }),
})
export type Rating = z.infer<typeof Rating>

/** State of the ratings of a booking, for one of its two people. */
export const BookingRating = z.object({
  bookingId: Id,
  about: BookingParty,
  /** Role of the other person. */
  as: RatedAs,
  /** Null while nothing can be rated. */
  outcome: Outcome.nullable(),
  /** Deadline for rating; afterwards each person sees the other's rating. */
  closesAt: Instant.nullable(),
  mine: Words.nullable(),
  /** Rating by the other person; null until both have rated or the deadline has passed. */
  theirs: Words.nullable(),
  can: z.object({ rate: z.boolean(), reply: z.boolean(), notTogether: z.boolean() }),
  /** Claim of one person that the two did not travel together. */
  notTogether: z
    .object({ mine: z.boolean(), outcome: z.enum(['count', 'exclude']).nullable() })
    .nullable(),
})
export type BookingRating = z.infer<typeof BookingRating>

const BookingRatingAnswer = z.object({ rating: BookingRating })

/** A journey that the person can still rate. */
export const WaitingRating = z.object({
  bookingId: Id,
  about: BookingParty,
  as: RatedAs,
  from: z.string(),
  to: z.string(),
  at: Instant,
  closesAt: Instant,
})
export type WaitingRating = z.infer<typeof WaitingRating>

const RatingCaseOutcome = z.enum(['count', 'exclude'])

/** Ratings of a booking that a team member must review. */
export const RatingCase = z.object({
  id: Id,
  bookingId: Id,
  kind: z.enum(['not_together', 'same_device', 'same_payment', 'same_plate']),
  passenger: BookingParty,
  driver: BookingParty,
  from: z.string(),
  to: z.string(),
  at: Instant,
  /** Person who claimed that the two did not travel together; null for an automatic case. */
  openedBy: z.string().nullable(),
  statement: z.string().nullable(),
  openedAt: Instant,
  /** By when the team works on it; null once it is over. */
  dueAt: Instant.nullable(),
  /** How the passenger was registered aboard; null when never. */
  checkedInBy: z.string().nullable(),
  ratings: z.array(Words.extend({ as: RatedAs })),
  outcome: RatingCaseOutcome.nullable(),
  note: z.string().nullable(),
  resolvedAt: Instant.nullable(),
  /** Who of the team decided; null while it is open. */
  decidedBy: z.string().nullable(),
})
export type RatingCase = z.infer<typeof RatingCase>

const explanation = longText(NOT_TOGETHER_MAX).min(NOT_TOGETHER_MIN)
/** Our own limit: no person writes so many ratings by hand. */
const limit = { max: 60, windowSeconds: 3600, by: 'user' } as const

export const ratings = {
  rate: post('/bookings/:bookingId/rating', {
    auth: 'live',
    summary: 'Rate the other person of a booking',
    description:
      'The passenger rates the driver, or the driver the passenger, within 14 days of the trip ' +
      'or of a cancellation after it was agreed. Neither sees the rating of the other until ' +
      'both wrote or the time is over. A repeat with the same words answers the same.',
    body: z.strictObject({
      stars: Stars,
      tags: z.array(Tag).max(RATING_TAGS_MAX).default([]),
      comment: longText(RATING_COMMENT_MAX).optional(),
    }),
    ok: BookingRatingAnswer,
    limit,
    errors: [
      'booking_not_found',
      'rating_too_early',
      'rating_own_cancellation',
      'rating_closed',
      'already_rated',
      'rating_tag_unknown',
      'contact_in_text',
    ],
  }),
  ofBooking: get('/bookings/:bookingId/rating', {
    auth: 'live',
    summary: 'Show the ratings of a booking',
    description:
      'Returns what the caller wrote, what the other person wrote once both may see it, and ' +
      'what the caller may do.',
    ok: BookingRatingAnswer,
    errors: ['booking_not_found'],
  }),
  notTogether: post('/bookings/:bookingId/not-together', {
    auth: 'live',
    summary: 'Say that one did not travel together',
    description:
      'Passenger or driver says that they did not travel together: ratings of the booking do ' +
      'not count until somebody of the team decides. Once per booking; a repeat answers the same.',
    body: z.strictObject({ statement: explanation }),
    ok: BookingRatingAnswer,
    limit,
    errors: ['booking_not_found', 'rating_too_early', 'rating_closed'],
  }),
  waiting: get('/ratings/waiting', {
    auth: 'live',
    summary: 'List journeys that one can rate',
    description: 'Returns journeys of the last 14 days that the signed-in person has not rated.',
    ok: z.object({ waiting: z.array(WaitingRating) }),
  }),
  ofUser: get('/users/:userId/ratings', {
    auth: 'optional',
    summary: 'List ratings of a person',
    description:
      'Returns a page of what others wrote of a person, newest first, 10 each. Anybody may call ' +
      'it.',
    query: pageQuery,
    ok: z.object({ ratings: z.array(Rating), total: z.int(), totalPages: z.int() }),
  }),
  reply: post('/ratings/:ratingId/reply', {
    auth: 'live',
    summary: 'Reply to a rating',
    description:
      'The rated person answers a rating that everybody sees, once. A repeat with the same ' +
      'words answers the same.',
    body: z.strictObject({ text: longText(RATING_COMMENT_MAX).min(1) }),
    ok: z.object({ rating: Rating }),
    limit,
    errors: ['rating_not_found', 'already_replied', 'contact_in_text'],
  }),
  cases: get('/admin/rating-cases', {
    auth: { permission: 'disputes.resolve' },
    summary: 'List ratings to review',
    description:
      'Returns ratings that do not count until somebody decides, oldest first, or those ' +
      'decided. Needs the permission `disputes.resolve`.',
    query: casesQuery,
    ok: pageOf(RatingCase),
  }),
  resolveCase: post('/admin/rating-cases/:caseId/resolve', {
    auth: { permission: 'disputes.resolve' },
    summary: 'Decide whether ratings count',
    description:
      'Decides whether the ratings of a booking count. Needs the permission ' +
      '`disputes.resolve`. Safe to repeat.',
    body: z.strictObject({ outcome: RatingCaseOutcome, note: explanation }),
    ok: z.object({ outcome: RatingCaseOutcome }),
    errors: ['rating_case_not_found', 'rating_case_resolved', ...comparedErrors],
  }),
}

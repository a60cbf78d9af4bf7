import { z } from 'zod'
import {
  CalendarDate,
  casesQuery,
  Id,
  Instant,
  longText,
  pageOf,
  pageQuery,
  text,
} from './common.ts'
import { CASE_NOTE_MAX, CASE_NOTE_MIN } from './limits.ts'
import { REWARD_CODES_TEXT_MAX, REWARD_PER_PERSON_MAX, REWARD_POINTS_MAX } from './reward-limits.ts'
import { get, post } from './route.ts'
import { comparedErrors } from './team-acts.ts'

export const Card = z.enum(['green', 'gold'])
export type Card = z.infer<typeof Card>

/** What points can buy. `gift` and `vip_event` can require a Gold card. */
export const RewardKind = z.enum(['event_discount', 'fuel_voucher', 'gift', 'vip_event'])
export type RewardKind = z.infer<typeof RewardKind>

/** Points earned under the policy that is in force today. */
const Earning = z.object({
  since: CalendarDate,
  /** Points for a completed trip: for the passenger, and for the driver per booking. */
  passengerTrip: z.int(),
  driverTrip: z.int(),
  /** Points for each whole kilogram of CO₂ avoided, for passenger and driver. */
  perKgCo2: z.int(),
  referrer: z.int(),
  friend: z.int(),
})

const Criterion = z.object({
  name: z.enum(['registered', 'verified', 'first_trip', 'trips', 'rating', 'active']),
  done: z.boolean(),
  /** Current and required value of `trips` and `rating`; null for other criteria. */
  have: z.number().nullable(),
  need: z.number().nullable(),
})
export type Criterion = z.infer<typeof Criterion>

const CardProgress = z.object({
  /** Card granted by the last nightly run. */
  card: Card.nullable(),
  since: Instant.nullable(),
  /** Card that the next nightly run will grant with today's data. */
  next: Card.nullable(),
  green: z.array(Criterion),
  gold: z.array(Criterion),
  /** Days within which `active` requires one completed trip. */
  activeDays: z.int(),
})
export type CardProgress = z.infer<typeof CardProgress>

const RewardFacts = {
  kind: RewardKind,
  title: text(80),
  description: text(600),
  partner: text(80),
  points: z.int().min(1).max(REWARD_POINTS_MAX),
  perPerson: z.int().min(1).max(REWARD_PER_PERSON_MAX),
  goldOnly: z.boolean(),
  validFrom: CalendarDate,
  validUntil: CalendarDate,
}

export const Reward = z.object({
  id: Id,
  ...RewardFacts,
  stock: z.int(),
  /** Number of times that this person can still redeem the reward. */
  left: z.int(),
})
export type Reward = z.infer<typeof Reward>

export const Redemption = z.object({
  id: Id,
  rewardId: Id,
  title: z.string(),
  partner: z.string(),
  points: z.int(),
  code: z.string(),
  at: Instant,
  validUntil: CalendarDate,
})
export type Redemption = z.infer<typeof Redemption>

const PointsMovement = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(['trip', 'referral', 'redeemed', 'undone']),
  /** Signed amount: positive when points came in. */
  points: z.int(),
})
export type PointsMovement = z.infer<typeof PointsMovement>

export const ManagedReward = z.object({
  id: Id,
  ...RewardFacts,
  loaded: z.int(),
  redeemed: z.int(),
  createdAt: Instant,
  retiredAt: Instant.nullable(),
})
export type ManagedReward = z.infer<typeof ManagedReward>

export const ReviewSign = z.enum([
  'same_device',
  'same_payment',
  'same_document',
  'same_phone',
  'same_plate',
  'month_limit',
])
export type ReviewSign = z.infer<typeof ReviewSign>

export const ReviewOutcome = z.enum(['pay', 'refuse'])
export type ReviewOutcome = z.infer<typeof ReviewOutcome>

const ReviewedPerson = z.object({ id: Id, name: z.string() })

/** Points that wait for a decision of the team. */
export const RewardReview = z.object({
  id: Id,
  kind: z.enum(['trip', 'referral']),
  /** The booking whose points wait; null for an invitation. */
  bookingId: Id.nullable(),
  first: ReviewedPerson,
  second: ReviewedPerson,
  signs: z.array(ReviewSign),
  openedAt: Instant,
  /** By when the team works on it; null once it is over. */
  dueAt: Instant.nullable(),
  outcome: ReviewOutcome.nullable(),
  note: z.string().nullable(),
  resolvedAt: Instant.nullable(),
  /** Who of the team decided; null while it is open. */
  decidedBy: z.string().nullable(),
})
export type RewardReview = z.infer<typeof RewardReview>

/** Points of a trip for one person: given, or due when the booking closes. */
const TripPoints = z.object({ count: z.int().min(1), given: z.boolean() })

const manages = { permission: 'rewards.manage' } as const

export const rewards = {
  overview: get('/rewards', {
    auth: 'live',
    summary: "Show one's points, card and the catalogue",
    description:
      "Returns the signed-in person's points, how they are earned under the policy of today, " +
      'the card with its progress, and what points buy.',
    ok: z.object({
      points: z.int(),
      earning: Earning,
      card: CardProgress,
      rewards: z.array(Reward),
    }),
  }),
  movements: get('/rewards/movements', {
    auth: 'live',
    summary: "List movements of one's points",
    description: "Returns movements of the signed-in person's points, newest first.",
    query: pageQuery,
    ok: pageOf(PointsMovement),
  }),
  redeem: post('/rewards/:rewardId/redemptions', {
    auth: 'live',
    summary: 'Redeem points for a reward',
    description:
      'Pays with points and answers one of the single-use codes of the partner. The same key ' +
      'again answers the same code.',
    body: z.strictObject({}),
    ok: z.object({ redemption: Redemption }),
    status: 201,
    idempotent: true,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [
      'reward_not_found',
      'reward_closed',
      'reward_sold_out',
      'reward_limit',
      'reward_gold_only',
      'points_insufficient',
      'debt_open',
    ],
  }),
  redemptions: get('/rewards/redemptions', {
    auth: 'live',
    summary: 'List the codes one redeemed',
    description: 'Returns the codes that the signed-in person redeemed, newest first.',
    query: pageQuery,
    ok: pageOf(Redemption),
  }),
  ofBooking: get('/rewards/bookings/:bookingId', {
    auth: 'live',
    summary: "Show one's points of a booking",
    description:
      'Returns the points that a travelled booking gave the signed-in person, or will give when ' +
      'it closes; null while a claim or a review can still refuse them, or without any.',
    ok: z.object({ points: TripPoints.nullable() }),
    errors: ['booking_not_found'],
  }),
  cardOf: get('/users/:userId/card', {
    auth: 'public',
    summary: "Show a person's card",
    description:
      'Returns the card of a person as of the last night; null without one, or without person.',
    ok: z.object({ card: Card.nullable() }),
  }),
  manage: get('/admin/rewards', {
    auth: manages,
    summary: 'List rewards with their codes',
    description: 'Returns every reward with how many codes it has.',
    query: pageQuery,
    ok: pageOf(ManagedReward),
  }),
  create: post('/admin/rewards', {
    auth: manages,
    summary: 'Add a reward',
    description:
      'Adds a reward; it is offered once it has codes. The same key again answers the same reward.',
    body: z.strictObject(RewardFacts),
    ok: z.object({ reward: ManagedReward }),
    status: 201,
    idempotent: true,
    errors: ['reward_dates'],
  }),
  addCodes: post('/admin/rewards/:rewardId/codes', {
    auth: manages,
    summary: 'Load codes of a partner',
    description:
      'Loads single-use codes, pasted as lines or CSV (the first column counts). Codes that the ' +
      'reward has already are left out.',
    body: z.strictObject({ codes: longText(REWARD_CODES_TEXT_MAX).min(1) }),
    ok: z.object({ added: z.int(), repeated: z.int() }),
    errors: ['reward_not_found', 'reward_closed', 'reward_codes_invalid'],
  }),
  retire: post('/admin/rewards/:rewardId/retire', {
    auth: manages,
    summary: 'Retire a reward',
    description:
      'Offers a reward no longer; codes that were redeemed stay with their people. Safe to repeat.',
    body: z.strictObject({}),
    ok: z.object({ reward: ManagedReward }),
    errors: ['reward_not_found'],
  }),
  reviews: get('/admin/reward-reviews', {
    auth: manages,
    summary: 'List points to review',
    description: 'Returns points of trips and referrals whose people may be one person.',
    query: casesQuery,
    ok: pageOf(RewardReview),
  }),
  resolveReview: post('/admin/reward-reviews/:reviewId/resolve', {
    auth: manages,
    summary: 'Decide whether points are paid',
    description:
      'Pays the points or refuses them, with a reason. Not about oneself. Safe to repeat.',
    body: z.strictObject({
      outcome: ReviewOutcome,
      note: longText(CASE_NOTE_MAX).min(CASE_NOTE_MIN),
    }),
    ok: z.object({ outcome: ReviewOutcome }),
    errors: ['reward_review_not_found', 'reward_review_resolved', ...comparedErrors],
  }),
}

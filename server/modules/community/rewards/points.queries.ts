import { sql } from 'kysely'
import type { ReviewOutcome, ReviewSign } from '#contract/rewards.ts'
import { POINTS_JOB, TELL_JOB } from '#server/modules/travel/bookings/index.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { Part } from '#server/platform/paging.ts'
import type { TravelledBooking } from './trip-points.ts'

const travelled = sql`
  select b.id as "bookingId", b.trip_id as "tripId", b.status, b.passenger_id as "passengerId",
    b.driver_id as "driverId", b.seats, b.connection_part as "connectionPart",
    (b.seats * (c.kms[b.to_seq + 1] - c.kms[b.from_seq + 1]))::float8 as km,
    b.picks_up_at as "picksUpAt", coalesce(b.closed_at, b.drops_off_at) as "endedAt",
    boarding_witnessed(b.checked_in_by) as "isWitnessed",
    exists (
      select from disputes d where d.booking_id = b.id and d.resolved_at is null) as "isDisputed"
  from bookings b join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id`

export function findTravelled(db: Reader, bookingId: string) {
  return run.row<TravelledBooking>(db)`
    ${travelled} where b.id = ${bookingId}`
}

/** Lists bookings that are completed, or were completed and then cancelled, in order of id. */
export function listTravelledAfter(
  db: Reader,
  { after, since, limit }: { after: string | null; since: Date | null; limit: number },
) {
  return run.rows<TravelledBooking>(db)`
    ${travelled}
    where b.status in ('completed', 'cancelled_by_driver')
      and (${since}::timestamptz is null or coalesce(b.closed_at, b.drops_off_at) >= ${since})
      and (${after}::uuid is null or b.id > ${after}::uuid)
    order by b.id limit ${limit}`
}

/** Finds which of these bookings have a job that has not run yet; abandoned jobs do not count. */
export async function findWaitingAmong(db: Reader, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Set<string>()
  const found = await run.values<{ id: string }>(db)`
    select b.id from unnest(${[...bookingIds]}::uuid[]) as b (id)
    where exists (
      select from jobs j where j.dead_at is null
        and (j.name = ${POINTS_JOB} and j.payload ->> 'bookingId' = b.id::text
          or j.name = ${TELL_JOB} and j.payload ->> 'eventId' in (
            select e.id::text from booking_events e where e.booking_id = b.id)))`
  return new Set(found)
}

/** Points given for a booking or a referral to one person, and whether they were taken back. */
export type GivenPoints = { causeId: string; userId: string; given: number; undone: boolean }

/** Booking or referral, with a person who can have points for it. */
export type PointsCause = Pick<GivenPoints, 'causeId' | 'userId'>

/**
 * Finds the points given for these causes. Ids of transfers are derived from the names `gives` and
 * `undo`. A refusal with the second id means that no points were left to take back.
 */
export async function listGivenPoints(
  db: Reader,
  { gives, undo, causes }: { gives: string; undo: string; causes: readonly PointsCause[] },
): Promise<GivenPoints[]> {
  if (causes.length === 0) return []
  return run.rows<GivenPoints>(db)`
    select c.id::text as "causeId", c.user_id::text as "userId", t.amount as given,
      exists (select from ledger_transfers u where u.id = ids.undo)
        or exists (select from ledger_refusals r where r.transfer_id = ids.undo) as undone
    from unnest(${causes.map(({ causeId }) => causeId)}::uuid[],
      ${causes.map(({ userId }) => userId)}::uuid[]) as c (id, user_id)
    cross join lateral (
      select derived_id(${gives}, c.id::text, c.user_id::text) as gives,
        derived_id(${undo}, c.id::text, c.user_id::text) as undo) as ids
    join ledger_transfers t on t.id = ids.gives`
}

export type Review = {
  id: string
  kind: 'trip' | 'referral'
  subjectId: string
  firstId: string
  secondId: string
  signs: ReviewSign[]
  openedAt: Date
  outcome: ReviewOutcome | null
  note: string | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

const reviewColumns = sql`
  r.id, r.kind, r.subject_id as "subjectId", r.first_id as "firstId", r.second_id as "secondId",
  r.signs, r.opened_at as "openedAt", r.outcome, r.note, r.resolved_at as "resolvedAt",
  r.resolved_by as "resolvedBy"`

/** Finds the review of the points of a trip or a referral, decided or not. */
export function findReview(db: Reader, kind: Review['kind'], subjectId: string) {
  return run.row<Review>(db)`
    select ${reviewColumns} from reward_reviews r
    where r.kind = ${kind} and r.subject_id = ${subjectId}`
}

/** Finds which of these bookings have points that wait for a decision or were refused. */
export async function findWithheldAmong(db: Reader, bookingIds: readonly string[]) {
  const found = await run.values<{ id: string }>(db)`
    select r.subject_id as id from reward_reviews r
    where r.kind = 'trip' and r.subject_id = any(${[...bookingIds]}::uuid[])
      and r.outcome is distinct from 'pay'`
  return new Set(found)
}

type NewReview = Omit<Review, 'outcome' | 'note' | 'resolvedAt' | 'resolvedBy'>

export function insertReview(tx: Tx, review: NewReview) {
  return run.changedOne(tx)`
    insert into reward_reviews (id, kind, subject_id, first_id, second_id, signs, opened_at)
    values (${review.id}, ${review.kind}, ${review.subjectId}, ${review.firstId},
      ${review.secondId}, ${review.signs}::text[], ${review.openedAt})
    on conflict do nothing`
}

export function lockReview(tx: Tx, id: string) {
  return run.row<Review>(tx)`
    select ${reviewColumns} from reward_reviews r where r.id = ${id} for update`
}

/**
 * Why the points of a review cannot be given now: its trip stopped counting, or is disputed; null
 * without a hindrance. A dispute holds the points of the trip only, not those of a referral.
 */
export function findHindrance(tx: Tx, { kind, subjectId }: Pick<Review, 'kind' | 'subjectId'>) {
  const booking =
    kind === 'trip'
      ? sql`${subjectId}::uuid`
      : sql`(select r.booking_id from referrals r where r.id = ${subjectId}::uuid)`
  return run.value<{ hindrance: 'undone' | 'disputed' | null }>(tx, null)`
    select case when b.status <> 'completed' then 'undone'
        when ${kind} = 'trip' and exists (
          select from disputes d where d.booking_id = b.id and d.resolved_at is null)
        then 'disputed' end as hindrance
    from bookings b where b.id = ${booking}`
}

/** Writes the decision of a review. The caller has locked the row. */
export async function closeReview(
  tx: Tx,
  decision: { id: string; outcome: ReviewOutcome; note: string; by: string; now: Date },
) {
  await sql`
    update reward_reviews set outcome = ${decision.outcome}, note = ${decision.note},
      resolved_by = ${decision.by}, resolved_at = ${decision.now}
    where id = ${decision.id}`.execute(tx)
}

export async function listReviewRows(
  db: Reader,
  { open, limit, offset }: { open: boolean } & Part,
) {
  const which = open ? sql`r.outcome is null` : sql`r.outcome is not null`
  const order = open ? sql`r.opened_at` : sql`r.resolved_at desc`
  const rows = await run.rows<Review>(db)`
    select ${reviewColumns} from reward_reviews r where ${which} order by ${order}, r.id
    limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*) as total from reward_reviews r where ${which}`
  return { found: rows, total }
}

export const countReviews: CountQueue = ({ db }) =>
  sql<QueueCount>`
    select count(*)::int as count, min(opened_at) as "oldestAt"
    from reward_reviews where outcome is null`.execute(db)

import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Part } from '#server/platform/paging.ts'
import type { NewRating, RatingRow } from './rating.ts'

/** Columns of `rating_states s` and of its reply `y`. */
const columns = sql`
  s.id, s.booking_id as "bookingId", s.rater_id as "raterId", s.rated_id as "ratedId",
  s.rated_as as "ratedAs", s.outcome, s.stars, s.tags, s.comment, s.created_at as "createdAt",
  s.revealed_at as "revealedAt", s.hidden, s.discounted, y.text as "replyText",
  y.created_at as "repliedAt"`

const states = sql`rating_states s left join rating_replies y on y.rating_id = s.id`

const shown = sql`(s.revealed_at is not null and not s.hidden and not s.discounted)`

export async function insertRating(tx: Tx, r: NewRating & { now: Date }) {
  await sql`
    insert into ratings (id, booking_id, rater_id, rated_id, rated_as, outcome, stars, tags,
      comment, created_at)
    values (${r.id}, ${r.bookingId}, ${r.raterId}, ${r.ratedId}, ${r.ratedAs}, ${r.outcome},
      ${r.stars}, ${r.tags}, ${r.comment}, ${r.now})`.execute(tx)
}

/** Lists the ratings of these bookings: none, one or two each. */
export function listRatingsOfBookings(db: Reader, bookingIds: readonly string[]) {
  return run.rows<RatingRow>(db)`
    select ${columns} from ${states} where s.booking_id = any(${[...bookingIds]}::uuid[])
    order by s.created_at, s.id`
}

export function findRating(db: Reader, id: string) {
  return run.row<RatingRow>(db)`
    select ${columns} from ${states} where s.id = ${id}`
}

/** Lists the public ratings of a person, newest first. */
export async function listPublicRatings(db: Reader, asked: { userId: string } & Part) {
  const rows = await run.rows<RatingRow>(db)`
    select ${columns} from ${states} where s.rated_id = ${asked.userId} and ${shown}
    order by s.revealed_at desc, s.id desc
    limit ${asked.limit} offset ${asked.offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*) as total from rating_states s
    where s.rated_id = ${asked.userId} and ${shown}`
  return { found: rows, total }
}

export type RatingEvent = 'revealed' | 'hidden' | 'shown' | 'discounted' | 'counted'

export async function insertRatingEvent(
  tx: Tx,
  event: {
    ratingId: string
    event: RatingEvent
    actorId: string | null
    details?: Record<string, string>
    now: Date
  },
) {
  await sql`
    insert into rating_events (id, rating_id, at, actor_id, event, details)
    values (${newId()}, ${event.ratingId}, ${event.now}, ${event.actorId}, ${event.event},
      ${JSON.stringify(event.details ?? {})})`.execute(tx)
}

export async function insertReply(tx: Tx, reply: { ratingId: string; text: string; now: Date }) {
  await sql`
    insert into rating_replies (rating_id, text, created_at)
    values (${reply.ratingId}, ${reply.text}, ${reply.now})`.execute(tx)
}

/** Lists journeys of a person picked up after `since` that they have not rated; newest first. */
export function listUnratedSince(
  db: Reader,
  asked: { userId: string; since: Date; now: Date; limit: number },
) {
  return run.values<{ id: string }>(db)`
    select b.id from bookings b
    where (b.passenger_id = ${asked.userId} or b.driver_id = ${asked.userId})
      and b.picks_up_at > ${asked.since} and b.picks_up_at <= ${asked.now}
      and b.status in ('checked_in', 'completed')
      and not exists (
        select from ratings r where r.booking_id = b.id and r.rater_id = ${asked.userId})
    order by b.picks_up_at desc, b.id desc limit ${asked.limit}`
}

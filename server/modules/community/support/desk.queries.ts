// Queries of the team's queue.

import { sql } from 'kysely'
import { rolesWith } from '#contract/permissions.ts'
import type { DeskCounts } from '#contract/support-desk.ts'
import type { TicketKind } from '#contract/support-tickets.ts'
import { isDriven, isUnderWay } from '#server/modules/travel/bookings/index.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import type { Part } from '#server/platform/paging.ts'

export type QueueFilter = {
  kind: TicketKind | null
  /**
   * `mine`: of the viewer. `free`: of nobody who answers. `next`: of either, and not written by the
   * viewer.
   */
  whose: 'all' | 'mine' | 'free' | 'next'
  viewerId: string | null
}

/** True if the ticket has no assignee, or one who may not answer tickets any more. */
const isFree = sql`
  (assigned_to is null or not exists (select from users h
    where h.id = assigned_to and h.roles && ${rolesWith('tickets.answer')}::text[]
      and not exists (select from user_standing x where x.user_id = h.id and x.expelled)))`

const isWanted = ({ kind, whose, viewerId }: QueueFilter) => sql`(${kind}::text is null
    or kind = ${kind}) and (${whose}::text = 'all'
    or (${whose} in ('free', 'next') and ${isFree})
    or (${whose} in ('mine', 'next') and assigned_to = ${viewerId}::uuid))
  and (${whose} <> 'next' or user_id is distinct from ${viewerId}::uuid)`

/** Lists all open tickets, those that wait for the team; not while an answer is about to leave. */
export function listOpenRows(db: Reader, filter: QueueFilter) {
  return run.rows<{ id: string; kind: TicketKind; dueAt: Date; lastAt: Date }>(db)`
    select id, kind, due_at as "dueAt", last_at as "lastAt" from support_tickets
    where status = 'open' and due_at is not null and ${isWanted(filter)}
      and not exists (select from support_messages m
        where m.ticket_id = support_tickets.id and m.kind = 'held')
    order by due_at, id`
}

/** Lists the ids of a page of tickets without a deadline, the last message first. */
export async function listQueueIds(
  db: Reader,
  filter: QueueFilter & { status: 'waiting' | 'resolved' } & Part,
) {
  const { status, limit, offset } = filter
  // The status is a literal, so that the planner knows it: most tickets are resolved.
  const isPart = status === 'waiting' ? sql`status = 'waiting'` : sql`status = 'resolved'`
  const rows = await run.rows<{ id: string }>(db)`
    select id from support_tickets where ${isPart} and ${isWanted(filter)}
    order by last_at desc, id limit ${limit} offset ${offset}`
  const total = await run.value<{ total: number }>(db, 0)`
    select count(*)::int as total from support_tickets
    where ${isPart} and ${isWanted(filter)}`
  return { ids: rows.map(({ id }) => id), total }
}

/**
 * Finds the first departure of the people of tickets that is before `until`, of a trip that is
 * ahead or under way: as passenger, as driver, or of the trip that the ticket is about.
 */
export async function findTravelTimes(
  db: Reader,
  { ids, now, until }: { ids: readonly string[]; now: Date; until: Date },
): Promise<Map<string, Date>> {
  const rows = await run.rows<{ id: string; at: Date | null }>(db)`
    select s.id, least(
      (select min(b.picks_up_at) from bookings b left join journeys j on j.trip_id = b.trip_id
        where b.passenger_id = s.user_id and ${isUnderWay(now)}
        and b.picks_up_at > ${now}::timestamptz - interval '3 days' and b.picks_up_at <= ${until}),
      (select min(t.departs_at) from trips t left join journeys j on j.trip_id = t.id
        where (t.driver_id = s.user_id or (s.about_kind = 'trip' and t.id = s.about_id))
        and ${isDriven(now)}
        and t.departs_at > ${now}::timestamptz - interval '3 days'
        and t.departs_at <= ${until})) as at
    from support_tickets s where s.id = any (${[...ids]}::uuid[])`
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])))
}

/** Tickets of each part whose words a search decrypts: some MB, and about 0.1 s. */
const SEARCHED = 500
type SearchedTicket = {
  id: string
  userId: string | null
  guestSealed: Buffer | null
  aboutSealed: Buffer | null
}

/** Lists the tickets whose words a search reads: open ones, then those with newest messages. */
export function listSearched(db: Reader) {
  const columns = sql`
    id, user_id as "userId", guest_sealed as "guestSealed", about_sealed as "aboutSealed"`
  return run.rows<SearchedTicket>(db)`
    (select ${columns} from support_tickets where status = 'open'
      order by due_at, id limit ${SEARCHED})
    union all
    (select ${columns} from support_tickets where status in ('waiting', 'resolved')
      order by last_at desc, id limit ${SEARCHED})`
}

/** Lists the messages and notes of tickets. */
export function listMessagesIn(db: Reader, ticketIds: readonly string[]) {
  return run.rows<{ id: string; ticketId: string; kind: string; sealed: Buffer | null }>(db)`
    select id, ticket_id as "ticketId", kind, body_sealed as sealed from support_messages
    where ticket_id = any (${[...ticketIds]}::uuid[])`
}

/** Lists the newest tickets with this number or id, or of these people. */
export function listFoundIds(
  db: Reader,
  by: {
    number: number | null
    id: string | null
    userIds: readonly string[]
    guestIndex: Buffer | null
    limit: number
  },
) {
  return run.values<{ id: string }>(db)`
    select id from support_tickets
    where status <> 'unconfirmed' and (number = ${by.number}::integer or id = ${by.id}::uuid
      or user_id = any (${[...by.userIds]}::uuid[]) or guest_index = ${by.guestIndex}::bytea)
    order by last_at desc, id limit ${by.limit}`
}

/** Counts open and late tickets; measures answer time and rating since an instant. */
export async function countTicketRows(db: Reader, { now, since }: { now: Date; since: Date }) {
  const row = await run.row<DeskCounts>(db)`
    select (count(*) filter (where status = 'open'))::int as open,
      (count(*) filter (where status = 'open' and due_at <= ${now}))::int as overdue,
      (count(*) filter (where status = 'open' and ${isFree}))::int as unassigned,
      (percentile_cont(0.5) within group (
        order by extract(epoch from first_answered_at - created_at) / 60)
        filter (where first_answered_at >= ${since}))::int as "medianAnswerMinutes",
      (avg(rating) filter (where rated_at >= ${since}))::float8 as "meanRating"
    from support_tickets
    where status = 'open' or first_answered_at >= ${since} or rated_at >= ${since}`
  assert(row, 'an aggregate has one row')
  return row
}

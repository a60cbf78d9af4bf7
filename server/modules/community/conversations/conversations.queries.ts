import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { StageFacts } from './conversation-rules.ts'
import { visibleTo } from './groups.queries.ts'

/** Part of the trip of one passenger, from their latest booking; all null without one. */
export type OwnPart = {
  fromSeq: number | null
  toSeq: number | null
  picksUpAt: Date | null
  partEndsAt: Date | null
}

export type ConversationRow = StageFacts &
  OwnPart & {
    id: string
    tripId: string
    driverId: string
    /** Passenger of a direct conversation; null for the group of the trip. */
    passengerId: string | null
    lastSeq: number
    bookingId: string | null
    /** Whether the booking is paid from the wallet; without one, whether the trip only takes it. */
    paysByWallet: boolean
    /** Whether driver and passenger blocked each other; false in a group. */
    blocked: boolean
    /** In a group: passengers who are or were aboard. */
    travellers: string[]
    /** In a group: people whom the viewer blocked or who blocked the viewer. */
    hidden: string[]
    /** In a group: people whom the driver removed. */
    removed: string[]
    /** Number of the last message that each member has read, by user id. */
    positions: Record<string, number>
    /** Messages of the viewer since the last message of anybody else. */
    unanswered: number
  }

/** Columns of `StageFacts`, of a trip `t` and its booking `b`. */
const stageColumns = sql`
  t.status as "tripStatus", t.departs_at as "departsAt", t.arrives_at as "arrivesAt",
  b.status as "bookingStatus", b.drops_off_at as "dropsOffAt", b.closed_at as "closedAt"`

/** Whether driver and passenger of conversation `c` blocked each other; false in a group. */
const isBlocked = sql`
  exists (select from blocked_pairs x
    where x.user_id = c.driver_id and x.other_id = c.passenger_id)`

/** Selects all facts for one person's view of a conversation, in one statement. */
const conversationFacts = (userId: string) => sql`
  select c.id, c.trip_id as "tripId", c.driver_id as "driverId",
    c.passenger_id as "passengerId", c.last_seq as "lastSeq", b.id as "bookingId", ${stageColumns},
    part.from_seq as "fromSeq", part.to_seq as "toSeq", part.picks_up_at as "picksUpAt",
    part.drops_off_at as "partEndsAt",
    coalesce(b.payment_mode = 'billetera', not 'directo' = any(t.payment_modes)) as "paysByWallet",
    ${isBlocked} as blocked,
    array(
      select distinct o.passenger_id from bookings o
      where c.passenger_id is null and o.trip_id = c.trip_id
        and o.status in ('confirmed', 'checked_in', 'completed')) as travellers,
    array(
      select x.other_id from blocked_pairs x
      where c.passenger_id is null and x.user_id = ${userId}) as hidden,
    array(
      select r.user_id from conversation_removals r
      where r.conversation_id = c.id and r.until_seq is null) as removed,
    coalesce((
      select jsonb_object_agg(m.user_id, m.read_seq) from conversation_members m
      where m.conversation_id = c.id), '{}'::jsonb) as positions,
    (select count(*)::int from conversation_messages own
     where own.conversation_id = c.id and own.sender_id = ${userId}
       and own.seq > coalesce((
         select max(o.seq) from conversation_messages o
         where o.conversation_id = c.id and o.sender_id <> ${userId}), 0)) as unanswered
  from conversations c
  join trips t on t.id = c.trip_id
  left join lateral (
    select id, status, drops_off_at, closed_at, payment_mode from bookings
    where trip_id = c.trip_id and passenger_id = c.passenger_id
    order by created_at desc, id desc limit 1) as b on true
  left join lateral (
    select from_seq, to_seq, picks_up_at, drops_off_at from bookings
    where trip_id = c.trip_id and passenger_id = coalesce(c.passenger_id, ${userId})
    order by created_at desc, id desc limit 1) as part on true`

type Asked = { id: string; userId: string }

/** Finds a conversation with its trip and the passenger's latest booking, as `userId` sees it. */
export function findConversation(reader: Reader, { id, userId }: Asked) {
  return run.row<ConversationRow>(reader)`
    ${conversationFacts(userId)} where c.id = ${id}`
}

/** As `findConversation`, and locks the conversation against other new messages. */
export function lockConversation(tx: Tx, { id, userId }: Asked) {
  return run.row<ConversationRow>(tx)`
    ${conversationFacts(userId)} where c.id = ${id} for update of c`
}

export async function hasConversation(reader: Reader, id: string): Promise<boolean> {
  const rows = await run.rows<{ id: string }>(reader)`
    select id from conversations where id = ${id}`
  return rows.length > 0
}

/** Facts for the stage of a conversation that does not exist yet; undefined for an unknown trip. */
export function findStageFacts(
  reader: Reader,
  asked: { tripId: string; passengerId: string | null },
) {
  return run.row<StageFacts & { driverId: string }>(reader)`
    select t.driver_id as "driverId", ${stageColumns}
    from trips t
    left join lateral (
      select status, drops_off_at, closed_at from bookings
      where trip_id = t.id and passenger_id = ${asked.passengerId}
      order by created_at desc, id desc limit 1) as b on true
    where t.id = ${asked.tripId}`
}

/** Lists the passengers who are or were aboard, who belong to the group of the trip. */
export function listTravellers(reader: Reader, tripId: string) {
  return run.values<{ id: string }>(reader)`
    select distinct passenger_id as id from bookings
    where trip_id = ${tripId} and status in ('confirmed', 'checked_in', 'completed')
    `
}

export async function insertConversation(
  tx: Tx,
  opened: { id: string; tripId: string; driverId: string; passengerId: string | null; now: Date },
) {
  await sql`
    insert into conversations (id, trip_id, driver_id, passenger_id, created_at)
    values (${opened.id}, ${opened.tripId}, ${opened.driverId}, ${opened.passengerId},
      ${opened.now})
    on conflict (id) do nothing`.execute(tx)
}

export async function insertMembers(
  tx: Tx,
  { conversationId, userIds }: { conversationId: string; userIds: readonly string[] },
) {
  await sql`
    insert into conversation_members (conversation_id, user_id)
    select ${conversationId}, unnest(${userIds}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** Moves the read position of a person forward; answers whether it changed. */
export function advanceRead(
  tx: Tx,
  read: { conversationId: string; userId: string; upTo: number },
) {
  return run.changedOne(tx)`
    insert into conversation_members as m (conversation_id, user_id, read_seq)
    select id, ${read.userId}, least(${read.upTo}::integer, last_seq)
    from conversations where id = ${read.conversationId}
    on conflict (user_id, conversation_id) do update set read_seq = excluded.read_seq
    where m.read_seq < excluded.read_seq`
}

/** Counts the conversations of a person with unread messages, at most 100. */
export function countUnreadConversations(reader: Reader, userId: string) {
  return run.value<{ unread: number }>(reader, 0)`
    select count(*)::int as unread from (
      select from conversation_members w
      join conversations c on c.id = w.conversation_id
      where w.user_id = ${userId} and c.last_seq > w.read_seq
        and (c.passenger_id is not null or exists (
          select from conversation_messages m
          where m.conversation_id = c.id and m.seq > w.read_seq and ${visibleTo(userId)}))
      limit 100) as counted`
}

export type ListedRow = Pick<
  ConversationRow,
  'id' | 'tripId' | 'driverId' | 'passengerId' | 'bookingId' | 'bookingStatus' | 'dropsOffAt'
> &
  OwnPart & {
    blocked: boolean
    lastAt: Date
    unread: number
  }

/** Lists conversations of a person by the last message that they can see, newest first. */
export function listConversationRows(
  reader: Reader,
  asked: { userId: string; before: Date | null; limit: number },
) {
  return run.rows<ListedRow>(reader)`
    select c.id, c.trip_id as "tripId", c.driver_id as "driverId",
      c.passenger_id as "passengerId", b.id as "bookingId", b.status as "bookingStatus",
      b.drops_off_at as "dropsOffAt", b.from_seq as "fromSeq", b.to_seq as "toSeq",
      b.picks_up_at as "picksUpAt", b.drops_off_at as "partEndsAt",
      seen.last_at as "lastAt", seen.unread, ${isBlocked} as blocked
    from conversation_members w
    join conversations c on c.id = w.conversation_id
    left join lateral (
      select id, status, drops_off_at, from_seq, to_seq, picks_up_at from bookings
      where trip_id = c.trip_id and passenger_id = coalesce(c.passenger_id, w.user_id)
      order by created_at desc, id desc limit 1) as b on true
    cross join lateral (
      select coalesce(c.last_at, c.created_at) as last_at,
        greatest(0, c.last_seq - w.read_seq) as unread
      where c.passenger_id is not null
      union all
      select coalesce(max(m.created_at), c.created_at),
        (count(*) filter (where m.seq > w.read_seq))::int
      from conversation_messages m
      where m.conversation_id = c.id and ${visibleTo(asked.userId)}
      having c.passenger_id is null) as seen
    where w.user_id = ${asked.userId}
      and (c.last_seq > 0 or c.driver_id = w.user_id or c.passenger_id is null)
      and (${asked.before}::timestamptz is null or seen.last_at < ${asked.before})
    order by "lastAt" desc, c.id desc
    limit ${asked.limit}`
}

/** Deletes conversations, with their messages, of trips that arrived before an instant. */
export async function deleteConversationsOf(tx: Tx, arrivedBefore: Date) {
  await sql`
    delete from conversations c using trips t
    where t.id = c.trip_id and t.arrives_at < ${arrivedBefore}`.execute(tx)
}

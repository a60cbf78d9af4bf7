import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { visibleTo } from './groups.queries.ts'

export type MessageRow = {
  id: string
  conversationId: string
  seq: number
  senderId: string
  clientId: string
  kind: 'text' | 'position'
  /** Encrypted content; null once a position is no longer shown. */
  sealed: Buffer | null
  hasContact: boolean
  removedAt: Date | null
  createdAt: Date
}

/** Columns of `MessageRow`, from a table or subquery named `m`. */
const messageColumns = sql`
  m.id, m.conversation_id as "conversationId", m.seq, m.sender_id as "senderId",
  m.client_id as "clientId", m.kind, m.body_sealed as sealed, m.has_contact as "hasContact",
  m.removed_at as "removedAt", m.created_at as "createdAt"`

/**
 * Writes a message, advances the conversation, adds it to the lists of `others`, and marks it as
 * read by the sender. The caller has locked the conversation.
 */
export async function insertMessage(
  tx: Tx,
  message: Omit<MessageRow, 'removedAt'>,
  others: readonly string[],
) {
  await sql`
    with added as (
      insert into conversation_messages (id, conversation_id, seq, sender_id, client_id, kind,
        body_sealed, has_contact, created_at)
      values (${message.id}, ${message.conversationId}, ${message.seq}, ${message.senderId},
        ${message.clientId}, ${message.kind}, ${message.sealed}, ${message.hasContact},
        ${message.createdAt})),
    longer as (
      update conversations set last_seq = ${message.seq}, last_at = ${message.createdAt}
      where id = ${message.conversationId}),
    joined as (
      insert into conversation_members (conversation_id, user_id)
      select ${message.conversationId}, unnest(${[...others]}::uuid[])
      on conflict do nothing)
    insert into conversation_members as m (conversation_id, user_id, read_seq)
    values (${message.conversationId}, ${message.senderId}, ${message.seq})
    on conflict (user_id, conversation_id) do update set read_seq = excluded.read_seq
    where m.read_seq < excluded.read_seq`.execute(tx)
}

/** Lists the sender's message with this `clientId` and their latest messages; newest first. */
export function listSentMessages(
  tx: Tx,
  sent: { conversationId: string; senderId: string; clientId: string; limit: number },
) {
  return run.rows<MessageRow>(tx)`
    select * from (
      select ${messageColumns} from conversation_messages as m
      where conversation_id = ${sent.conversationId} and sender_id = ${sent.senderId}
      order by seq desc limit ${sent.limit}) as recent
    union
    select ${messageColumns} from conversation_messages as m
    where conversation_id = ${sent.conversationId} and sender_id = ${sent.senderId}
      and client_id = ${sent.clientId}
    order by seq desc`
}

/**
 * Lists messages visible to `viewerId`: after `after` in ascending order, or else before `before`
 * or the newest, in descending order.
 */
export function listMessages(
  reader: Reader,
  asked: {
    conversationId: string
    viewerId: string
    before: number | null
    after: number | null
    limit: number
  },
) {
  const forward = asked.after !== null
  return run.rows<MessageRow>(reader)`
    select ${messageColumns} from conversation_messages as m
    where conversation_id = ${asked.conversationId}
      and (${asked.before}::integer is null or seq < ${asked.before})
      and (${asked.after}::integer is null or seq > ${asked.after})
      and ${visibleTo(asked.viewerId)}
    order by case when ${forward}::boolean then seq else -seq end
    limit ${asked.limit}`
}

/** Lists the newest messages of the conversation of two people about a trip, newest first. */
export function listDirectMessages(
  reader: Reader,
  of: { tripId: string; userIds: readonly string[]; limit: number },
) {
  return run.rows<MessageRow>(reader)`
    select ${messageColumns} from conversation_messages as m
    join conversations c on c.id = m.conversation_id
    where c.trip_id = ${of.tripId} and c.passenger_id = any (${[...of.userIds]}::uuid[])
      and c.driver_id = any (${[...of.userIds]}::uuid[])
    order by m.seq desc limit ${of.limit}`
}

/** Finds the last message that `viewerId` can see in each conversation. */
export function findLastMessages(
  reader: Reader,
  asked: { conversationIds: readonly string[]; viewerId: string },
) {
  return run.by<MessageRow>(reader, 'conversationId')`
    select ${messageColumns}
    from unnest(${[...asked.conversationIds]}::uuid[]) as c (id)
    join lateral (
      select m.* from conversation_messages m
      where m.conversation_id = c.id and ${visibleTo(asked.viewerId)}
      order by m.seq desc limit 1) as m on true`
}

/** Marks messages as having contact data or a part of a phone number. */
export async function markContact(tx: Tx, ids: readonly string[]) {
  await sql`
    update conversation_messages set has_contact = true
    where id = any(${[...ids]}::uuid[]) and not has_contact`.execute(tx)
}

export function markRemoved(tx: Tx, id: string, now: Date) {
  return run.changedOne(tx)`
    update conversation_messages set removed_at = ${now}
    where id = ${id} and removed_at is null`
}

export function findMessage(reader: Reader, id: string) {
  return run.row<MessageRow>(reader)`
    select ${messageColumns} from conversation_messages as m where id = ${id}`
}

/** Deletes the content of positions sent before an instant. */
export async function forgetPositions(tx: Tx, sentBefore: Date) {
  await sql`
    update conversation_messages set body_sealed = null
    where kind = 'position' and body_sealed is not null and created_at < ${sentBefore}
    `.execute(tx)
}

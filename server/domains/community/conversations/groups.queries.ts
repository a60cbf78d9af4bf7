// Who sees what in the group of a trip.
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

/**
 * A condition on a message `m`: this person sees it. Of two people in a group who blocked each
 * other neither sees messages of the other. Somebody whom the driver removed does not see what was
 * written meanwhile. In a conversation of two, everything is seen.
 */
export function visibleTo(userId: string): RawBuilder<unknown> {
  return sql`not exists (
      select from conversations g
      join blocked_pairs x on x.user_id = ${userId} and x.other_id = m.sender_id
      where g.id = m.conversation_id and g.passenger_id is null)
    and not exists (
      select from conversation_removals r
      where r.conversation_id = m.conversation_id and r.user_id = ${userId}
        and m.seq > r.after_seq and (r.until_seq is null or m.seq <= r.until_seq))`
}

/** Messages in conversations of this person that they do not see. */
export async function listUnseen(reader: Reader, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id
    from conversation_members w
    join conversation_messages m on m.conversation_id = w.conversation_id
    where w.user_id = ${userId} and not (${visibleTo(userId)})`.execute(reader)
  return rows.map(({ id }) => id)
}

/** Answers whether the person was in the group. */
export async function insertRemoval(
  tx: Tx,
  removal: { id: string; conversationId: string; userId: string; afterSeq: number; now: Date },
): Promise<boolean> {
  const done = await sql`
    insert into conversation_removals (id, conversation_id, user_id, after_seq, removed_at)
    values (${removal.id}, ${removal.conversationId}, ${removal.userId}, ${removal.afterSeq},
      ${removal.now})
    on conflict (conversation_id, user_id) where until_seq is null do nothing`.execute(tx)
  return done.numAffectedRows === 1n
}

/** Answers whether the person had been removed. */
export async function endRemoval(
  tx: Tx,
  removal: { conversationId: string; userId: string; untilSeq: number; now: Date },
): Promise<boolean> {
  const done = await sql`
    update conversation_removals set until_seq = ${removal.untilSeq}, returned_at = ${removal.now}
    where conversation_id = ${removal.conversationId} and user_id = ${removal.userId}
      and until_seq is null`.execute(tx)
  return done.numAffectedRows === 1n
}

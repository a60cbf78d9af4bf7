// Visibility of messages in the group of a trip.
import { type RawBuilder, sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/**
 * SQL condition: the user can see the message `m`. In a group, people who blocked each other do not
 * see each other, and a removed person sees no message from removal to return.
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

/** Lists the messages in a person's conversations that they cannot see. */
export function listUnseen(reader: Reader, userId: string) {
  return run.values<{ id: string }>(reader)`
    select m.id
    from conversation_members w
    join conversation_messages m on m.conversation_id = w.conversation_id
    where w.user_id = ${userId} and not (${visibleTo(userId)})`
}

/** Records a removal from a group; answers false if the person was removed already. */
export function insertRemoval(
  tx: Tx,
  removal: { id: string; conversationId: string; userId: string; afterSeq: number; now: Date },
) {
  return run.changedOne(tx)`
    insert into conversation_removals (id, conversation_id, user_id, after_seq, removed_at)
    values (${removal.id}, ${removal.conversationId}, ${removal.userId}, ${removal.afterSeq},
      ${removal.now})
    on conflict (conversation_id, user_id) where until_seq is null do nothing`
}

/** Ends a removal from a group; answers false if the person was not removed. */
export function endRemoval(
  tx: Tx,
  removal: { conversationId: string; userId: string; untilSeq: number; now: Date },
) {
  return run.changedOne(tx)`
    update conversation_removals set until_seq = ${removal.untilSeq}, returned_at = ${removal.now}
    where conversation_id = ${removal.conversationId} and user_id = ${removal.userId}
      and until_seq is null`
}

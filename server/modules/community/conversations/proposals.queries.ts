import { sql } from 'kysely'
import type { MeetingEnd, MeetingProposal } from '#contract/conversations.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type ProposalAnswer = Exclude<MeetingProposal['state'], 'open' | 'over'>

/** A row of `meeting_proposals`, with the conversation of its message. */
export type ProposalRow = {
  messageId: string
  conversationId: string
  bookingId: string
  proposedBy: string
  end: MeetingEnd
  /** Position on the corridor of the place that it was proposed for. */
  stopSeq: number
  safePointId: string
  /** Null while it waits. */
  answer: ProposalAnswer | null
}

/** Reads the proposals of messages; one that the team removed proposes nothing. */
export function listProposals(reader: Reader, messageIds: readonly string[]) {
  return run.rows<ProposalRow>(reader)`
    select p.message_id as "messageId", m.conversation_id as "conversationId",
      p.booking_id as "bookingId", p.proposed_by as "proposedBy", p.place_end as "end",
      p.stop_seq as "stopSeq", p.safe_point_id as "safePointId", p.answer
    from meeting_proposals p join conversation_messages m on m.id = p.message_id
    where p.message_id = any(${[...messageIds]}::uuid[]) and m.removed_at is null`
}

type NewProposal = Omit<ProposalRow, 'conversationId' | 'answer'> & { now: Date }

/**
 * Adds a proposal, which takes the place of the open one for the same end: its own replaced, one of
 * the other person declined. The caller has locked the booking.
 */
export async function insertProposal(tx: Tx, added: NewProposal): Promise<void> {
  const { messageId, bookingId, proposedBy, end, stopSeq, safePointId, now } = added
  await sql`
    update meeting_proposals set answered_at = ${now},
      answer = case when proposed_by = ${proposedBy} then 'replaced' else 'declined' end
    where booking_id = ${bookingId} and place_end = ${end} and answer is null`.execute(tx)
  await sql`
    insert into meeting_proposals (message_id, booking_id, proposed_by, place_end, stop_seq,
      safe_point_id)
    values (${messageId}, ${bookingId}, ${proposedBy}, ${end}, ${stopSeq}, ${safePointId})
    `.execute(tx)
}

export function closeProposal(
  tx: Tx,
  closed: { messageId: string; answer: ProposalAnswer; now: Date },
) {
  return run.changedOne(tx)`
    update meeting_proposals set answer = ${closed.answer}, answered_at = ${closed.now}
    where message_id = ${closed.messageId} and answer is null`
}

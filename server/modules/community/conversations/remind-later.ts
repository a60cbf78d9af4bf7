import { addMs, type Clock, MINUTE_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'

export const REMIND_JOB = 'conversations.remind'

/** Delay of the reminder: a person with the conversation open reads the message before. */
const UNREAD_MS = 5 * MINUTE_MS

/** Schedules a reminder of unread messages for each person: at most one open job per person. */
export async function remindLater(
  tx: Tx,
  clock: Clock,
  { conversationId, userIds }: { conversationId: string; userIds: readonly string[] },
): Promise<void> {
  const runAt = addMs(clock.now(), UNREAD_MS)
  const jobs = userIds.map((userId) => {
    const key = `${REMIND_JOB}:${conversationId}:${userId}`
    return { name: REMIND_JOB, payload: { conversationId, userId }, runAt, key }
  })
  await enqueueAll(tx, clock, jobs)
}

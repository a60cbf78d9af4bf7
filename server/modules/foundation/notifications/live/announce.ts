import type { LiveType } from '#contract/live.ts'
import { afterCommit, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { insertLiveEvents } from './live.queries.ts'
import { noteCommit } from './wake.ts'

/**
 * Notifies the open screens of these people of a change, once the transaction commits. `ref` is the
 * id of the conversation, notification, trip or person. A hint has no content: screens read the
 * content by the ordinary calls.
 */
export async function announce(
  tx: Tx,
  userIds: readonly string[],
  { type, ref }: { type: LiveType; ref: string },
): Promise<void> {
  const people = [...new Set(userIds)]
  if (people.length === 0) return
  await insertLiveEvents(tx, { ids: people.map(() => newId()), userIds: people, type, ref })
  afterCommit(tx, noteCommit)
}

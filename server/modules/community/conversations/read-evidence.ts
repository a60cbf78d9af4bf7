import { type CaseEvidence, CHAT_SHOWN } from '#contract/case-evidence.ts'
import { readPosition } from '#server/modules/community/safety/index.ts'
import { findPeople } from '#server/modules/people/users/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { bodyColumn } from './message-body.ts'
import { listDirectMessages } from './messages.queries.ts'

/** Two people of a trip; one of them can be its driver. */
export type TwoOnTrip = { tripId: string; driverId: string; userIds: readonly [string, string] }

/**
 * Reads the conversation of two people of a trip, and their last positions, for a decision of the
 * team. The caller checks that a case about the two is open, and records the view.
 */
export async function readEvidence(
  db: Reader,
  { secrets }: Pick<Deps, 'secrets'>,
  { tripId, driverId, userIds }: TwoOnTrip,
): Promise<CaseEvidence> {
  const people = await findPeople(db, userIds)
  const name = (id: string) => people.get(id)?.name ?? ''
  const rows = await listDirectMessages(db, { tripId, userIds, limit: CHAT_SHOWN + 1 })
  const shown = rows.slice(0, CHAT_SHOWN).reverse()
  const positions: CaseEvidence['positions'] = []
  for (const userId of userIds) {
    const found = await readPosition({ db, secrets }, { userId, tripId })
    if (found) positions.push({ ...found, by: name(userId), at: found.at.toISOString() })
  }
  return {
    messages: shown.map(({ id, senderId, sealed, createdAt, removedAt }) => {
      const body = sealed && bodyColumn.open(secrets, { id, sealed })
      return {
        id,
        by: name(senderId),
        isDriver: senderId === driverId,
        text: body && 'text' in body ? body.text : null,
        at: createdAt.toISOString(),
        isHidden: removedAt !== null,
      }
    }),
    more: rows.length > CHAT_SHOWN,
    positions,
  }
}

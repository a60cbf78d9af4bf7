import type { Tx } from '#server/platform/db/tx.ts'
import type { DataDeps } from '#server/platform/room-data.ts'
import { CLOSED_NAME } from './person.ts'
import { emptyUserRow } from './users.queries.ts'

/**
 * Clears the personal data in a person's row; the row stays, because trips, ratings and the ledger
 * reference it.
 */
export async function eraseUser(tx: Tx, _deps: DataDeps, userId: string): Promise<void> {
  const email = `cerrada-${userId}@cuenta.invalid`
  await emptyUserRow(tx, { id: userId, email, name: CLOSED_NAME })
}

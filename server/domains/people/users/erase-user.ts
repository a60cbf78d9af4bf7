import type { Tx } from '#server/platform/db/tx.ts'
import type { DataDeps } from '#server/platform/room-data.ts'
import { CLOSED_NAME } from './person.ts'
import { emptyUserRow } from './users.queries.ts'

/** Empties a person's row. Trips, ratings and the ledger go on referring to it. */
export async function eraseUser(tx: Tx, _deps: DataDeps, userId: string): Promise<void> {
  const email = `cerrada-${userId}@cuenta.invalid`
  await emptyUserRow(tx, { id: userId, email, name: CLOSED_NAME })
}

import type { Tx } from '#server/platform/db/tx.ts'
import type { DataDeps } from '#server/platform/room-data.ts'
import { discardFile } from './document-store.ts'
import { deleteDocuments, hidePlates, storageKeysOf } from './verification.queries.ts'

/** Deletes a person's documents: files before rows, so that no file is left without its row. */
export async function eraseDocuments(tx: Tx, deps: DataDeps, userId: string): Promise<void> {
  for (const key of await storageKeysOf(tx, userId)) await discardFile(deps, key)
  await deleteDocuments(tx, userId)
}

/** Replaces the plates; the rows of cars stay, because past trips reference them. */
export async function eraseVehicles(tx: Tx, _deps: DataDeps, userId: string): Promise<void> {
  await hidePlates(tx, userId)
}

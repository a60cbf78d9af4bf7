import { openCase } from '#server/domains/bank/cases/cases.public.ts'
import { heldFares } from '#server/domains/bank/ledger/ledger.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'

/**
 * Opens a case for each fare of a driver that is held because driver and passenger share a card, a
 * device or an account. Closing it releases the fare. One case per booking; idempotent.
 */
export async function raiseHeldFares(deps: Pick<Deps, 'db' | 'clock'>, userId: string) {
  const now = deps.clock.now()
  for (const { booking, pesos } of await heldFares(deps.db, { userId, now })) {
    const found = { kind: 'shared_fare', reference: null, transactionId: booking } as const
    const details = { userId, pesos }
    await inTransaction(deps.db, (tx) => openCase(tx, { ...found, details, now }))
  }
}

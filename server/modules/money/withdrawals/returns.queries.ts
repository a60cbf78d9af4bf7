import { sql } from 'kysely'
import { run, type Tx } from '#server/platform/db/tx.ts'

/** Records one person's word that the bank returned a paid withdrawal. */
export async function setReturn(
  tx: Tx,
  told: { id: string; bankReference: string; reason: string; by: string; now: Date },
) {
  await sql`
    update withdrawals set return_reference = ${told.bankReference},
      return_reason = ${told.reason}, return_by = ${told.by}, return_at = ${told.now},
      updated_at = ${told.now}
    where id = ${told.id}`.execute(tx)
}

/** Removes that word, unless another person confirmed it or it changed. */
export function clearReturn(tx: Tx, { id, by, now }: { id: string; by: string; now: Date }) {
  return run.changedOne(tx)`
    update withdrawals set return_reference = null, return_reason = null, return_by = null,
      return_at = null, updated_at = ${now}
    where id = ${id} and return_by = ${by} and return_confirmed_by is null`
}

/** Ends a paid withdrawal as failed, because a second person confirms that it came back. */
export async function closeReturnedRow(
  tx: Tx,
  { id, by, now }: { id: string; by: string; now: Date },
) {
  await sql`
    update withdrawals set status = 'failed', reason = return_reason, return_confirmed_by = ${by},
      closed_at = ${now}, updated_at = ${now}
    where id = ${id}`.execute(tx)
}

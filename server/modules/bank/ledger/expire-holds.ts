import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import type { Cause, TransferCode } from './chart.ts'
import { listExpiredHolds } from './ledger.queries.ts'
import { expireHold } from './move-money.ts'

const BATCH = 100

/** Expires every overdue hold once, also in parallel processes. Returns the number of holds. */
export async function expireHolds(deps: ReadDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await listExpiredHolds(deps.db, now, BATCH)
  return await eachRowOrFail(due, (row) => expireOne(deps, row, now), 'holds do not expire')
}

type Due = { id: string; code: string; cause_kind: string; cause_id: string }

async function expireOne(deps: Pick<Deps, 'db'>, row: Due, now: Date): Promise<boolean> {
  try {
    await inTransaction(deps.db, (tx) =>
      expireHold(tx, {
        id: derivedId('ledger.expire', row.id),
        holdId: row.id,
        code: row.code as TransferCode,
        cause: { kind: row.cause_kind as Cause['kind'], id: row.cause_id },
        now,
      }),
    )
    return true
  } catch (error) {
    // Another process posted or voided the hold meanwhile: nothing to release.
    if (error instanceof AppError && error.code === 'hold_resolved') return false
    throw error
  }
}

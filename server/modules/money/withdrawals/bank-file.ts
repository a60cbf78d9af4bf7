import type { PayoutBatch } from '#contract/payout-batches.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { findTeamNames, tellUser } from '#server/modules/people/users/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { CSV_START, csvLine } from '#server/platform/csv-text.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { fileFields, OWN_COLUMNS } from './bank-file-columns.ts'
import { openDestination } from './destination.ts'
import { findHolderOf } from './holder.ts'
import { lockToHandOver } from './may-leave.ts'
import {
  type BatchRow,
  insertBatch,
  listApproved,
  listBatchRows,
  listWithdrawalsInBatch,
  markDownloaded,
} from './queue.queries.ts'
import { UNDO_MS } from './undo-window.ts'
import { factsOf, noteStep, type StepDeps } from './withdrawal-steps.ts'
import { withdrawalSent } from './withdrawals.messages.ts'
import { markHandedOver } from './withdrawals.queries.ts'

const PAGE = 20
/** Maximum withdrawals per bank file: the usual limit of banks. */
const BATCH_MAX = 500

/**
 * Puts every approved withdrawal that can be handed over into a new batch. From then on it is paid
 * by hand and never sent to the gateway. A repeat with the same key returns the same batch. Errors:
 * `payout_batch_empty`.
 */
export async function createBatch(
  deps: StepDeps,
  { userId: by }: ActorId,
  { idempotencyKey: key }: { idempotencyKey: CallKey | undefined },
): Promise<PayoutBatch> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const call = { actorId: by, operation: 'withdrawals.createBatch', key, request: {}, now }
    const claim = await claimKey(tx, call, (id) => findBatch(tx, id))
    if (claim.earlier) return claim.earlier
    const id = claim.resourceId
    await insertBatch(tx, { id, by, now })
    const until = addMs(now, -UNDO_MS)
    const approved = await listApproved(tx, { exceptOf: by, until, limit: BATCH_MAX })
    let count = 0
    for (const withdrawalId of approved) {
      if (await handToBatch(tx, deps, { withdrawalId, batchId: id, by })) count += 1
    }
    if (count === 0) throw new AppError('payout_batch_empty')
    const batch = await findBatch(tx, id)
    assert(batch, 'a batch just written')
    return batch
  })
}

/** Adds a withdrawal to the batch; false when it must not be handed over, see `lockToHandOver`. */
async function handToBatch(
  tx: Tx,
  deps: StepDeps,
  { withdrawalId: id, batchId, by }: { withdrawalId: string; batchId: string; by: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const row = await lockToHandOver(tx, deps, id)
  if (!row) return false
  await markHandedOver(tx, { id, status: 'sent', batchId, now, nextCheckAt: now })
  await noteStep(tx, deps, id, { event: 'sent', actorId: by, details: { batchId } })
  const data = factsOf(deps, row)
  await tellUser(tx, deps, withdrawalSent, { userId: row.userId, data, cause: id })
  return true
}

/** Records an action of a team member on a batch in the audit trail. */
export async function noteBatch(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { id, by, action, count }: { id: string; by: string; action: string; count?: number },
): Promise<void> {
  const subject = { kind: 'payout_batch', id }
  const details = count === undefined ? {} : { count }
  const entry = { at: clock.now(), action, subject, reason: null, details }
  await recordStaffAction(tx, { userId: by }, entry)
}

/** Returns a batch of withdrawals as finance sees it; undefined for an unknown id. */
export async function findBatch(tx: Tx, id: string): Promise<PayoutBatch | undefined> {
  const { found } = await listBatchRows(tx, { id, limit: 1, offset: 0 })
  const [batch] = await presentBatches(tx, found)
  return batch
}

async function presentBatches(reader: Reader, rows: readonly BatchRow[]): Promise<PayoutBatch[]> {
  const ids = rows.flatMap((row) => [row.createdBy, row.takenBackBy])
  const nameOf = await findTeamNames(reader, ids)
  return rows.map(({ takenBackBy, takenBackConfirmedBy, ...row }) => ({
    ...isoDates(row),
    createdBy: nameOf(row.createdBy),
    takenBackBy: takenBackBy && nameOf(takenBackBy),
    takenBack: takenBackConfirmedBy !== null,
  }))
}

/** Returns a page of batches of withdrawals, newest first. */
export async function listBatches(deps: Pick<Deps, 'db'>, { page }: { page?: number | undefined }) {
  const part = { id: null, ...partOf(page, PAGE) }
  const { found, total } = await listBatchRows(deps.db, part)
  const items = await presentBatches(deps.db, found)
  return pageOf(items, total, PAGE)
}

/**
 * Returns the file of a batch, only once, because it contains account numbers, and records it.
 * Errors: `payout_batch_not_found`, `payout_batch_downloaded`.
 */
export async function downloadBatch(
  deps: StepDeps & Pick<Deps, 'config'>,
  { userId: by }: ActorId,
  { batchId: id }: { batchId: string },
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    if (!(await findBatch(tx, id))) throw new AppError('payout_batch_not_found')
    if (!(await markDownloaded(tx, { id, by, now }))) throw new AppError('payout_batch_downloaded')
    const rows = await listWithdrawalsInBatch(tx, id)
    const { PAYOUTS_FILE_COLUMNS: theirs, PAYOUTS_FILE_SEPARATOR: separator } = deps.config.env
    const columns = theirs ?? OWN_COLUMNS
    const lines = [columns.map(([title]) => title)]
    for (const row of rows) {
      assert(row.sealed, 'a withdrawal of a batch has a destination')
      const destination = openDestination(deps.secrets, 'withdrawals', row.id, row.sealed)
      const holder = await findHolderOf(tx, deps, row)
      const { reference, amountPesos: pesos } = row
      const fields = fileFields({ reference, pesos, destination, holder })
      lines.push(columns.map(([, field]) => fields[field]))
    }
    await noteBatch(tx, deps, { id, by, action: 'payout_batch.downloaded', count: rows.length })
    const text = lines.map((cells) => csvLine(cells, theirs ? separator : ';')).join('')
    // The parser of a provider can read a byte order mark as part of the first column title.
    return theirs ? text : CSV_START + text
  })
}

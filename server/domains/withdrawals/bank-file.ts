import { BANKS, WALLET_BANKS } from '#contract/withdrawal-limits.ts'
import type { PayoutBatch } from '#contract/withdrawals.ts'
import { recordStaffAction } from '#server/domains/staff-actions/staff-actions.public.ts'
import { findPeople, tellUser } from '#server/domains/users/users.public.ts'
import { CSV_START, csvLine } from '#server/platform/csv-text.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { claimKey } from '#server/platform/idempotency.queries.ts'
import { type Destination, openDestination } from './destination.ts'
import { findHolder } from './holder.ts'
import {
  type BatchRow,
  insertBatch,
  lockApproved,
  markDownloaded,
  selectBatches,
  withdrawalsInBatch,
} from './queue.queries.ts'
import { factsOf, noteStep, type StepDeps } from './withdrawal-steps.ts'
import { lockWithdrawal, markSent } from './withdrawals.queries.ts'

const PAGE = 20
/** As many as banks take in one file of common size. */
const BATCH_MAX = 500

/**
 * Takes every approved withdrawal that was not sent: from then on they are paid by hand, and the
 * gateway is never asked to. The same key again answers the same batch. Errors:
 * `payout_batch_empty`.
 */
export async function createBatch(
  deps: StepDeps,
  { userId: by }: ActorId,
  { idempotencyKey: key }: { idempotencyKey: string | undefined },
): Promise<PayoutBatch> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const call = { actorId: by, operation: 'withdrawals.createBatch', key, request: {}, now }
    const claim = await claimKey(tx, call, (id) => findBatch(tx, id))
    if (claim.earlier) return claim.earlier
    const id = claim.resourceId
    const approved = await lockApproved(tx, { exceptOf: by, limit: BATCH_MAX })
    if (approved.length === 0) throw new AppError('payout_batch_empty')
    await insertBatch(tx, { id, by, now })
    for (const withdrawalId of approved) {
      await handToBatch(tx, deps, { withdrawalId, batchId: id, by })
    }
    const batch = await findBatch(tx, id)
    assert(batch, 'a batch just written')
    return batch
  })
}

async function handToBatch(
  tx: Tx,
  deps: StepDeps,
  { withdrawalId: id, batchId, by }: { withdrawalId: string; batchId: string; by: string },
): Promise<void> {
  const now = deps.clock.now()
  const row = await lockWithdrawal(tx, id)
  assert(row?.status === 'approved', 'a locked withdrawal stays approved')
  await markSent(tx, { id, channel: 'bank_file', batchId, now, nextCheckAt: now })
  await noteStep(tx, deps, id, { event: 'sent', actorId: by, details: { batchId } })
  const news = { userId: row.userId, template: 'withdrawal_sent', cause: id } as const
  await tellUser(tx, deps, { ...news, data: factsOf(deps, row) })
}

async function findBatch(tx: Tx, id: string): Promise<PayoutBatch | undefined> {
  const { found } = await selectBatches(tx, { id, limit: 1, offset: 0 })
  const people = await findPeople(
    tx,
    found.map((row) => row.createdBy),
  )
  return found[0] && presentBatch(found[0], people)
}

function presentBatch(row: BatchRow, people: ReadonlyMap<string, { name: string }>): PayoutBatch {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    createdBy: people.get(row.createdBy)?.name ?? 'Equipo',
    downloadedAt: row.downloadedAt?.toISOString() ?? null,
  }
}

/** A page of batches, the newest first. */
export async function listBatches(
  deps: Pick<Deps, 'db'>,
  { page = 1 }: { page?: number | undefined },
) {
  const part = { id: null, limit: PAGE, offset: (page - 1) * PAGE }
  const { found, total } = await selectBatches(deps.db, part)
  const people = await findPeople(
    deps.db,
    found.map((row) => row.createdBy),
  )
  const items = found.map((row) => presentBatch(row, people))
  return { items, total, totalPages: Math.ceil(total / PAGE) }
}

/**
 * The file of a batch, once: it has whole numbers of accounts. Who took it is on the audit trail.
 * Errors: `payout_batch_not_found`, `payout_batch_downloaded`.
 */
export async function downloadBatch(
  deps: StepDeps,
  { userId: by }: ActorId,
  { batchId: id }: { batchId: string },
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    if (!(await findBatch(tx, id))) throw new AppError('payout_batch_not_found')
    if (!(await markDownloaded(tx, { id, by, now }))) throw new AppError('payout_batch_downloaded')
    const rows = await withdrawalsInBatch(tx, id)
    const lines = [HEADER]
    for (const row of rows) {
      assert(row.sealed, 'a withdrawal of a batch has a destination')
      const destination = openDestination(deps.secrets, 'withdrawals', row.id, row.sealed)
      const holder = await findHolder(tx, deps, row.userId)
      const legal = holder ? [holder.legalIdType, holder.legalId] : ['', '']
      lines.push([row.reference, ...legal, ...columnsOf(destination), String(row.amountPesos)])
    }
    await recordStaffAction(
      tx,
      { userId: by },
      {
        at: now,
        action: 'payout_batch.downloaded',
        subject: { kind: 'payout_batch', id },
        reason: null,
        details: { count: rows.length },
      },
    )
    return CSV_START + lines.map(csvLine).join('')
  })
}

const HEADER = [
  'referencia',
  'tipo_documento',
  'documento',
  'titular',
  'codigo_banco',
  'banco',
  'tipo_cuenta',
  'numero',
  'valor',
]

function columnsOf({ kind, bank, accountType, number, holder }: Destination): string[] {
  if (kind === 'breb') return [holder, '', 'Bre-B', 'llave', number]
  if (kind === 'bank') {
    const name = BANKS[bank as keyof typeof BANKS] ?? ''
    const type = accountType === 'checking' ? 'corriente' : 'ahorros'
    return [holder, bank ?? '', name, type, number]
  }
  const name = kind === 'nequi' ? 'Nequi' : 'Daviplata'
  return [holder, WALLET_BANKS[kind], name, 'deposito_electronico', number]
}

import { UNDO_SECONDS } from '#contract/limits.ts'
import type { UndoReason } from '#contract/verification-decisions.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { authorizeAct, findReviewedPeople, lockUser } from '#server/modules/people/users/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  deleteDecision,
  findDecision,
  findDecisionOf,
  insertDecision,
  type OpenDecision,
  type PhotoVerdict,
  type SeenVerdict,
  type Verdict,
} from './decisions.queries.ts'
import type { Document } from './document.ts'
import { photoToReview, waitingItemsOf } from './list-documents.ts'
import { requireApprovable } from './review-document.ts'
import { findDocumentById } from './verification.queries.ts'
import { listUnseen } from './views.queries.ts'

/** Payload: `decisionId`. */
export const APPLY_DECISION_JOB = 'verification.apply-decision'

const UNDO_MS = UNDO_SECONDS * 1000

type Decided = { userId: string; verdicts: readonly SeenVerdict[]; photo: PhotoVerdict | null }

/**
 * Records what a reviewer decides about documents and profile photo of one person; a job applies it
 * after 30 seconds. Until then nothing changes for the person. Each verdict is for the data and the
 * photos that the reviewer compared.
 * Errors: those of `authorizeAct`, `review_open` (a decision about the person waits),
 * `document_not_found`, `document_already_reviewed`, `document_changed`, `document_expired`,
 * `document_signals`, `photos_not_seen`, `identification_taken`, `photo_changed`, `invalid_request`
 * (nothing decided).
 */
export async function decideDocuments(
  deps: ActDeps,
  { userId: reviewerId }: ActorId,
  { userId: ownerId, verdicts, photo }: Decided,
): Promise<OpenDecision> {
  if (ownerId === reviewerId) throw new AppError('forbidden')
  if (verdicts.length === 0 && !photo) throw new AppError('invalid_request')
  const at = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    // Serialises reviewers: the second finds the decision of the first.
    await lockUser(tx, ownerId)
    if (await findDecisionOf(tx, ownerId)) throw new AppError('review_open')
    const act = { actor: reviewerId, permission: 'verification.review', signs: 'alone' } as const
    const subject = { kind: 'user', id: ownerId }
    await authorizeAct(tx, deps, { ...act, affected: [ownerId], subject })
    await requireDecidable(tx, deps, { ownerId, reviewerId, verdicts })
    if (photo && !(await isSamePhoto(tx, deps, { ownerId, photo }))) {
      throw new AppError('photo_changed')
    }
    const appliesAt = addMs(at, UNDO_MS)
    const decision = { id: newId(), ownerId, decidedBy: reviewerId, appliesAt, verdicts, photo }
    await insertDecision(tx, decision)
    const job = { name: APPLY_DECISION_JOB, payload: { decisionId: decision.id } }
    await enqueue(tx, deps.clock, { ...job, runAt: appliesAt })
    await recordStaffAction(
      tx,
      { userId: reviewerId },
      {
        ...{ at, action: 'documents.decided', subject: { kind: 'user', id: ownerId } },
        reason: reasonOf(verdicts, photo),
        details: { decisionId: decision.id, verdicts, ...(photo && { photo }) },
      },
    )
    return decision
  })
}

/**
 * Takes back a decision of the reviewer that is not applied yet.
 * Errors: `review_applied` (or undone before, or of another reviewer).
 */
export async function undoDecision(
  deps: ReadDeps,
  { userId: reviewerId }: ActorId,
  { decisionId, reason }: { decisionId: string; reason: UndoReason },
): Promise<void> {
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const decision = await findDecision(tx, decisionId)
    if (decision?.decidedBy !== reviewerId) throw new AppError('review_applied')
    // The deletion waits for a job that applies the decision now, and then finds no row.
    if (!(await deleteDecision(tx, decisionId))) throw new AppError('review_applied')
    await recordStaffAction(
      tx,
      { userId: reviewerId },
      {
        ...{ at, action: 'documents.undone', subject: { kind: 'user', id: decision.ownerId } },
        reason,
        details: { decisionId, verdicts: decision.verdicts, reason },
      },
    )
  })
}

type Checked = { ownerId: string; reviewerId: string; verdicts: readonly SeenVerdict[] }

async function requireDecidable(
  tx: Tx,
  deps: TellDeps,
  { ownerId, reviewerId, verdicts }: Checked,
): Promise<void> {
  const waiting = await waitingItemsOf(tx, deps, ownerId)
  const approved: Document[] = []
  for (const verdict of verdicts) {
    const item = waiting.get(verdict.documentId)
    if (!item) throw await absent(tx, ownerId, verdict.documentId)
    if (item.version !== verdict.version) throw new AppError('document_changed')
    const { document } = item
    if (verdict.verdict === 'rejected') continue
    await requireApprovable(tx, deps, document, verdict.despiteSignals)
    approved.push(document)
  }
  const ids = approved.map(({ id }) => id)
  if ((await listUnseen(tx, { viewerId: reviewerId, documentIds: ids })).length > 0) {
    throw new AppError('photos_not_seen')
  }
  const provesNumber = approved.some(({ kind }) => kind.startsWith('identity_'))
  if (provesNumber) await requireFreeNumber(tx, deps, ownerId)
}

async function absent(tx: Tx, ownerId: string, documentId: string): Promise<AppError> {
  const found = await findDocumentById(tx, documentId)
  const isTheirs = found?.ownerId === ownerId
  return new AppError(isTheirs ? 'document_already_reviewed' : 'document_not_found')
}

/** Refuses at the press what the job would refuse later. Errors: `identification_taken`. */
async function requireFreeNumber(tx: Tx, deps: Pick<Deps, 'secrets'>, ownerId: string) {
  const owner = (await findReviewedPeople(tx, deps, [ownerId])).get(ownerId)
  if (owner?.sameNumber.some(({ verified }) => verified)) {
    throw new AppError('identification_taken')
  }
}

/** Whether photo and faces are those that the reviewer compared. */
export async function isSamePhoto(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  { ownerId, photo }: { ownerId: string; photo: PhotoVerdict },
): Promise<boolean> {
  const found = await photoToReview(tx, deps, ownerId)
  return found?.version === photo.version && found.compared === photo.compared
}

/** Reasons of the rejections, for the trail; null when everything is approved. */
function reasonOf(verdicts: readonly Verdict[], photo: PhotoVerdict | null): string | null {
  const reasons = verdicts.flatMap((each) => (each.verdict === 'rejected' ? each.reason : []))
  if (photo?.verdict === 'refused') reasons.push(photo.reason)
  return reasons.length > 0 ? [...new Set(reasons)].join(' · ') : null
}

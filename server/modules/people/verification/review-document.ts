import type { FraudSignal } from '#contract/verification-decisions.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { lockUser, markIdentityVerified } from '#server/modules/people/users/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Verdict } from './decisions.queries.ts'
import { type Document, isValidOn } from './document.ts'
import { findSignals } from './list-documents.ts'
import { settleReview } from './settle-review.ts'
import {
  decideDocument,
  findBirthDateOfPair,
  findDocumentById,
  supersede,
} from './verification.queries.ts'

/**
 * Reviews one document with its effects at once; people of the team use `decideDocuments`.
 * Errors: `document_not_found`, and those of `applyVerdict`.
 */
export async function reviewDocument(
  deps: ActDeps,
  { userId: reviewerId }: ActorId,
  verdict: Verdict,
): Promise<Document> {
  return await inTransaction(deps.db, async (tx) => {
    const found = await findDocumentById(tx, verdict.documentId)
    if (!found) throw new AppError('document_not_found')
    await lockUser(tx, found.ownerId)
    const document = await applyVerdict(tx, deps, { ...verdict, reviewerId })
    await settleReview(tx, deps, { decided: [document], reviewerId })
    return document
  })
}

/**
 * Approves or rejects a document of a locked person. The identity is verified once both sides are
 * approved. `despiteSignals`: fraud signals that the reviewer saw and confirmed.
 * Errors: `forbidden` (one's own), `document_already_reviewed`, `document_expired`,
 * `document_signals` (with the unconfirmed signals), `identification_taken`.
 */
export async function applyVerdict(
  tx: Tx,
  deps: TellDeps,
  input: Verdict & { reviewerId: string },
): Promise<Document> {
  const now = deps.clock.now()
  const pending = await findPending(tx, input)
  if (input.verdict === 'rejected') {
    const { reason } = input
    return await decide(tx, pending, { ...input, reason, signals: [], now })
  }
  const signals = await requireApprovable(tx, deps, pending, input.despiteSignals)
  const document = await decide(tx, pending, { ...input, reason: null, signals, now })
  const { ownerId, kind, vehicleId, id } = document
  await supersede(tx, { ownerId, kind, vehicleId, status: 'approved', except: id })
  if (kind === 'identity_front' || kind === 'identity_back') {
    const birthDate = await findBirthDateOfPair(tx, ownerId)
    const verdict = { userId: ownerId, verifierId: input.reviewerId, at: now }
    if (birthDate) await markIdentityVerified(tx, { ...verdict, birthDate })
  }
  return document
}

/** Of two reviewers in parallel, the second waits for the lock of the person and is refused. */
async function findPending(
  tx: Tx,
  { documentId, reviewerId }: { documentId: string; reviewerId: string },
): Promise<Document> {
  const found = await findDocumentById(tx, documentId)
  if (found?.ownerId === reviewerId) throw new AppError('forbidden')
  if (found?.status !== 'pending') throw new AppError('document_already_reviewed')
  return found
}

/**
 * Returns the fraud signals of the document if it is valid today and the reviewer confirmed all of
 * them; a signal can appear after the reviewer's screen was loaded.
 * Errors: `document_expired`, `document_signals`.
 */
export async function requireApprovable(
  tx: Tx,
  deps: TellDeps,
  document: Document,
  confirmed: readonly FraudSignal[],
): Promise<FraudSignal[]> {
  if (!isValidOn(document, bogotaDate(deps.clock.now()))) throw new AppError('document_expired')
  const signals = await findSignals(tx, deps, document)
  const open = signals.filter((signal) => !confirmed.includes(signal))
  if (open.length > 0) throw new AppError('document_signals', { details: { signals: open } })
  return signals
}

type Decision = {
  reviewerId: string
  verdict: 'approved' | 'rejected'
  reason: string | null
  /** Signals that the reviewer confirmed, for the audit trail. */
  signals: readonly FraudSignal[]
  now: Date
}

async function decide(
  tx: Tx,
  { id, kind, ownerId }: Document,
  { reviewerId, verdict: status, reason, signals, now }: Decision,
): Promise<Document> {
  const document = await decideDocument(tx, { id, reviewerId, status, reason, now })
  if (!document) throw new AppError('document_already_reviewed')
  const despite = signals.length > 0 && { despiteSignals: signals }
  const details = { kind, ownerId, reason, ...despite }
  const entry = { at: now, action: `document.${status}`, subject: { kind: 'document', id }, reason }
  await recordStaffAction(tx, { userId: reviewerId }, { ...entry, details })
  return document
}

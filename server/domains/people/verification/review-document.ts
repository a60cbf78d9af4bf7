import type { FraudSignal } from '#contract/verification.ts'
import { recordStaffAction } from '#server/domains/foundation/staff-actions/staff-actions.public.ts'
import {
  lockUser,
  makeDriver,
  markIdentityVerified,
  tellUser,
} from '#server/domains/people/users/users.public.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { type Document, isValidOn, kindNames } from './document.ts'
import { findSignals, mayPublish } from './list-documents.ts'
import {
  documentApproved,
  documentRejected,
  mayPublish as mayPublishNow,
} from './verification.messages.ts'
import {
  decideDocument,
  findDocumentById,
  listApprovalsOfOwners,
  listVehiclesByIds,
  supersede,
} from './verification.queries.ts'

type ReviewDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>
type Review = { documentId: string; reviewerId: string }

/** Payload: `driverId`. An approved document can expire earlier than the one it replaces. */
export const PAPERS_CHANGED_JOB = 'verification.papers-changed'

/**
 * Approves a document. The identity is verified once both sides are approved, and the person
 * becomes a driver once all documents for publishing are. `despiteSignals`: fraud signals that the
 * reviewer saw and confirmed.
 * Errors: `document_not_found`, `forbidden` (one's own), `document_already_reviewed`,
 * `document_expired`, `document_signals` (with the unconfirmed signals).
 */
export async function approveDocument(
  deps: ReviewDeps,
  { userId: reviewerId }: ActorId,
  { documentId, despiteSignals }: { documentId: string; despiteSignals: readonly FraudSignal[] },
): Promise<Document> {
  const now = deps.clock.now()
  const review = { documentId, reviewerId }
  return await inTransaction(deps.db, async (tx) => {
    const pending = await lockReviewable(tx, review)
    if (!isValidOn(pending, bogotaDate(now))) throw new AppError('document_expired')
    const signals = await requireConfirmed(tx, deps, pending, despiteSignals)
    const approval = { status: 'approved', reason: null, signals, now } as const
    const document = await decide(tx, review, approval)
    const { ownerId, kind, vehicleId, id } = document
    await supersede(tx, { ownerId, kind, vehicleId, status: 'approved', except: id })
    const verdict = { userId: ownerId, verifierId: reviewerId, at: now }
    if (kind === 'identity_front' || kind === 'identity_back') {
      const birthDate = await birthDateOfPair(tx, ownerId)
      if (birthDate) await markIdentityVerified(tx, { ...verdict, birthDate })
    }
    await enqueue(tx, deps.clock, { name: PAPERS_CHANGED_JOB, payload: { driverId: ownerId } })
    const data = await mailFacts(tx, document)
    await tellUser(tx, deps, documentApproved, { userId: ownerId, data, cause: id })
    // A driver who renews a document could already publish, and gets no message.
    if ((await mayPublish(tx, { userId: ownerId, now })) && (await makeDriver(tx, verdict))) {
      await tellUser(tx, deps, mayPublishNow, { userId: ownerId, data: {}, cause: id })
    }
    return document
  })
}

/**
 * Returns the fraud signals of the document if the reviewer confirmed all of them; a signal can
 * appear after the reviewer's screen was loaded. Errors: `document_signals`.
 */
async function requireConfirmed(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  document: Document,
  confirmed: readonly FraudSignal[],
): Promise<FraudSignal[]> {
  const signals = await findSignals(tx, deps, document)
  const open = signals.filter((signal) => !confirmed.includes(signal))
  if (open.length > 0) throw new AppError('document_signals', { details: { signals: open } })
  return signals
}

/** Rejects a document with a reason for its owner. Errors: as `approveDocument`. */
export async function rejectDocument(
  deps: ReviewDeps,
  { userId: reviewerId }: ActorId,
  { documentId, reason }: { documentId: string; reason: string },
): Promise<Document> {
  const now = deps.clock.now()
  const review = { documentId, reviewerId }
  return await inTransaction(deps.db, async (tx) => {
    await lockReviewable(tx, review)
    const verdict = { status: 'rejected', reason, signals: [], now } as const
    const document = await decide(tx, review, verdict)
    const data = { ...(await mailFacts(tx, document)), reason }
    const { ownerId: userId, id: cause } = document
    await tellUser(tx, deps, documentRejected, { userId, data, cause })
    return document
  })
}

async function mailFacts(tx: Tx, { kind, vehicleId }: Document) {
  const [vehicle] = vehicleId === null ? [] : await listVehiclesByIds(tx, [vehicleId])
  return { name: kindNames[kind], plate: vehicle?.plate ?? null }
}

/**
 * Locks the person so that decisions about them are serialised: of two verifiers who approve front
 * and back in parallel, the second sees the decision of the first.
 */
async function lockReviewable(tx: Tx, review: Review): Promise<Document> {
  const found = await findDocumentById(tx, review.documentId)
  if (!found) throw new AppError('document_not_found')
  if (found.ownerId === review.reviewerId) throw new AppError('forbidden')
  await lockUser(tx, found.ownerId)
  const current = await findDocumentById(tx, review.documentId)
  if (current?.status !== 'pending') throw new AppError('document_already_reviewed')
  return current
}

type Decision = {
  status: 'approved' | 'rejected'
  reason: string | null
  /** Signals that the reviewer confirmed, for the audit trail. */
  signals: readonly FraudSignal[]
  now: Date
}

async function decide(
  tx: Tx,
  review: Review,
  { signals, ...verdict }: Decision,
): Promise<Document> {
  const { documentId: id, reviewerId } = review
  const document = await decideDocument(tx, { id, reviewerId, ...verdict })
  if (!document) throw new AppError('document_already_reviewed')
  const { kind, ownerId } = document
  const { now: at, status, reason } = verdict
  const despite = signals.length > 0 && { despiteSignals: signals }
  const details = { kind, ownerId, reason, ...despite }
  const entry = { at, action: `document.${status}`, subject: { kind: 'document', id }, reason }
  await recordStaffAction(tx, { userId: reviewerId }, { ...entry, details })
  return document
}

/** Birth date of an identity document with both sides approved; null before. */
async function birthDateOfPair(tx: Tx, ownerId: string): Promise<string | null> {
  const approvals = await listApprovalsOfOwners(tx, [ownerId])
  const front = approvals.find(({ kind }) => kind === 'identity_front')
  const back = approvals.some(({ kind }) => kind === 'identity_back')
  return back ? (front?.birthDate ?? null) : null
}

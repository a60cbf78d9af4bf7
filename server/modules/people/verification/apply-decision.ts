import {
  acceptPhoto,
  auditUser,
  findPeople,
  lockUser,
  mayAct,
  refusePhoto,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { isSamePhoto } from './decide-documents.ts'
import {
  deleteDecision,
  findDecision,
  type OpenDecision,
  type PhotoVerdict,
  type Verdict,
} from './decisions.queries.ts'
import type { Document } from './document.ts'
import { waitingItemsOf } from './list-documents.ts'
import { applyVerdict } from './review-document.ts'
import { settleReview } from './settle-review.ts'
import { profilePhotoRefused, reviewLapsed } from './verification.messages.ts'

type ApplyDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'consentTexts'>

/** A verdict that no longer holds, such as of a document that was replaced in the 30 seconds. */
class VerdictLapsed extends Error {
  readonly documentId: string
  readonly code: string

  constructor(documentId: string, { code }: AppError) {
    super(`${documentId}: ${code}`)
    this.documentId = documentId
    this.code = code
  }
}

/**
 * Applies a decision about a person's documents with all its effects; without effect when it was
 * undone or applied before, or when its reviewer may no longer review. A verdict that no longer
 * holds, or about other data or photos than were compared, is left out: its document waits again,
 * the audit trail says why, and the reviewer is told.
 */
export async function applyDecision(deps: ApplyDeps, decisionId: string): Promise<void> {
  const lapsed: VerdictLapsed[] = []
  for (;;) {
    try {
      return await inTransaction(deps.db, (tx) => applyOnce(tx, deps, { decisionId, lapsed }))
    } catch (error) {
      if (!(error instanceof VerdictLapsed)) throw error
      lapsed.push(error)
    }
  }
}

async function applyOnce(
  tx: Tx,
  deps: ApplyDeps,
  { decisionId, lapsed }: { decisionId: string; lapsed: readonly VerdictLapsed[] },
): Promise<void> {
  const found = await findDecision(tx, decisionId)
  if (!found) return
  await lockUser(tx, found.ownerId)
  const decision = await deleteDecision(tx, decisionId)
  if (!decision) return
  if (!(await mayAct(tx, deps, decision.decidedBy, 'verification.review'))) {
    const entry = { at: deps.clock.now(), actorId: null, action: 'documents.decision_void' }
    await auditUser(tx, decision.ownerId, { ...entry, details: { decisionId } })
    return
  }
  const left = [...lapsed, ...(await listChanged(tx, deps, decision))]
  const isLapsed = (verdict: Verdict) =>
    left.some(({ documentId }) => documentId === verdict.documentId)
  // Compared before a verdict is applied, which can change what the others show.
  const { photo, ownerId } = decision
  const isPhotoSame = !photo || (await isSamePhoto(tx, deps, { ownerId, photo }))
  const decided: Document[] = []
  for (const verdict of decision.verdicts.filter((each) => !isLapsed(each))) {
    decided.push(await applied(tx, deps, decision, verdict))
  }
  // First: the notice about the documents says whether the photo is missing.
  if (photo && isPhotoSame) await applyPhoto(tx, deps, decision, photo)
  await settleReview(tx, deps, { decided, reviewerId: decision.decidedBy })
  if (left.length > 0 || !isPhotoSame) await tellReviewer(tx, deps, decision)
  for (const { documentId, code } of left) {
    const subject = { subjectKind: 'document', subjectId: documentId }
    const entry = { at: deps.clock.now(), actorId: null, action: 'document.verdict_lapsed' }
    await recordAudit(tx, { ...entry, ...subject, details: { decisionId, code } })
  }
}

/** Verdicts about documents that wait, but with other data or photos beside them than then. */
async function listChanged(tx: Tx, deps: ApplyDeps, { ownerId, verdicts }: OpenDecision) {
  const waiting = await waitingItemsOf(tx, deps, ownerId)
  const changed = verdicts.filter(({ documentId, version }) => {
    const item = waiting.get(documentId)
    return item !== undefined && item.version !== version
  })
  const error = new AppError('document_changed')
  return changed.map(({ documentId }) => new VerdictLapsed(documentId, error))
}

/** The cause starts with the person, so that the desk finds the cases that wait again. */
async function tellReviewer(
  tx: Tx,
  deps: ApplyDeps,
  { id, ownerId, decidedBy: userId }: OpenDecision,
): Promise<void> {
  const name = (await findPeople(tx, [ownerId])).get(ownerId)?.name ?? 'esa persona'
  const data = { name, path: `/admin/verification?persona=${ownerId}` }
  await tellUser(tx, deps, reviewLapsed, { userId, data, cause: `${ownerId}:${id}` })
}

async function applyPhoto(
  tx: Tx,
  deps: ApplyDeps,
  { id: cause, ownerId: userId, decidedBy: verifierId }: OpenDecision,
  photo: PhotoVerdict,
): Promise<void> {
  const judged = { userId, verifierId, version: photo.version, at: deps.clock.now() }
  if (photo.verdict === 'accepted') return await acceptPhoto(tx, judged)
  const { reason } = photo
  await refusePhoto(tx, { ...judged, reason })
  await tellUser(tx, deps, profilePhotoRefused, { userId, data: { reason }, cause })
}

async function applied(
  tx: Tx,
  deps: ApplyDeps,
  { decidedBy: reviewerId }: OpenDecision,
  verdict: Verdict,
): Promise<Document> {
  try {
    return await applyVerdict(tx, deps, { ...verdict, reviewerId })
  } catch (error) {
    if (error instanceof AppError) throw new VerdictLapsed(verdict.documentId, error)
    throw error
  }
}

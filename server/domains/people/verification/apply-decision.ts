import {
  acceptPhoto,
  lockUser,
  mayAct,
  refusePhoto,
  tellUser,
} from '#server/domains/people/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  deleteDecision,
  findDecision,
  type OpenDecision,
  type PhotoVerdict,
  type Verdict,
} from './decisions.queries.ts'
import type { Document } from './document.ts'
import { applyVerdict } from './review-document.ts'
import { settleReview } from './settle-review.ts'
import { profilePhotoRefused } from './verification.messages.ts'

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
 * holds is left out: its document waits again, and the audit trail says why.
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
    const subject = { subjectKind: 'user', subjectId: decision.ownerId }
    const entry = { at: deps.clock.now(), actorId: null, action: 'documents.decision_void' }
    await recordAudit(tx, { ...entry, ...subject, details: { decisionId } })
    return
  }
  const isLapsed = (verdict: Verdict) =>
    lapsed.some(({ documentId }) => documentId === verdict.documentId)
  const decided: Document[] = []
  for (const verdict of decision.verdicts.filter((each) => !isLapsed(each))) {
    decided.push(await applied(tx, deps, decision, verdict))
  }
  // First: the notice about the documents says whether the photo is missing.
  if (decision.photo) await applyPhoto(tx, deps, decision, decision.photo)
  await settleReview(tx, deps, { decided, reviewerId: decision.decidedBy })
  for (const { documentId, code } of lapsed) {
    const subject = { subjectKind: 'document', subjectId: documentId }
    const entry = { at: deps.clock.now(), actorId: null, action: 'document.verdict_lapsed' }
    await recordAudit(tx, { ...entry, ...subject, details: { decisionId, code } })
  }
}

/** Without effect for a photo that was replaced or removed in the 30 seconds: the new one waits. */
async function applyPhoto(
  tx: Tx,
  deps: ApplyDeps,
  { id: cause, ownerId: userId, decidedBy: verifierId }: OpenDecision,
  photo: PhotoVerdict,
): Promise<void> {
  const judged = { userId, verifierId, version: photo.version, at: deps.clock.now() }
  try {
    if (photo.verdict === 'accepted') return await acceptPhoto(tx, judged)
    const { reason } = photo
    await refusePhoto(tx, { ...judged, reason })
    await tellUser(tx, deps, profilePhotoRefused, { userId, data: { reason }, cause })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'photo_changed')) throw error
  }
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

import type { ViewReason } from '#contract/verification.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Document } from './document.ts'
import { readSealed } from './document-store.ts'
import { findDocumentById } from './verification.queries.ts'
import { countViewed } from './views.queries.ts'

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

/**
 * Documents viewed in an hour that raise an alarm: more than a person can review. The case of a
 * driver opens about ten photos together, and takes at least two minutes.
 */
export const MANY_VIEWS = 300

/** Returns the image of one's own document. Errors: `document_not_found`. */
export async function viewOwnDocument(
  deps: ViewDeps,
  { userId }: ActorId,
  { documentId }: { documentId: string },
): Promise<Buffer> {
  const document = await findDocumentById(deps.db, documentId)
  if (document?.ownerId !== userId) throw new AppError('document_not_found')
  return await imageOf(deps, document)
}

/**
 * Returns the image for a verifier; viewer, document, time and reason are recorded before it is
 * shown. The 301st document within an hour raises an alarm in log and metrics.
 * Errors: `document_not_found`, `forbidden` (one's own).
 */
export async function viewForReview(
  deps: ViewDeps & Pick<Deps, 'log' | 'metrics'>,
  { userId: reviewerId }: ActorId,
  { documentId, reason }: { documentId: string; reason: ViewReason },
): Promise<Buffer> {
  const document = await findDocumentById(deps.db, documentId)
  if (!document) throw new AppError('document_not_found')
  if (document.ownerId === reviewerId) throw new AppError('forbidden')
  const image = await imageOf(deps, document)
  const at = deps.clock.now()
  const hour = { viewerId: reviewerId, since: addMs(at, -HOUR_MS) }
  const { before, after } = await inTransaction(deps.db, async (tx) => {
    const seenBefore = await countViewed(tx, hour)
    const subject = { kind: 'document', id: document.id }
    const details = { kind: document.kind, ownerId: document.ownerId, reason }
    const entry = { at, action: 'document.viewed', subject, reason, details }
    await recordStaffAction(tx, { userId: reviewerId }, entry)
    return { before: seenBefore, after: await countViewed(tx, hour) }
  })
  if (before <= MANY_VIEWS && after > MANY_VIEWS) {
    deps.metrics.count('documents_viewed_in_bulk')
    deps.log.warn({ viewerId: reviewerId, documents: after }, 'many documents viewed in an hour')
  }
  return image
}

async function imageOf(deps: ViewDeps, document: Document): Promise<Buffer> {
  const bytes = await readSealed(deps, document)
  if (!bytes) throw new AppError('document_not_found')
  return bytes
}

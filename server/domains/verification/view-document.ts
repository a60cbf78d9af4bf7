import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Document } from './document.ts'
import { readSealed } from './document-store.ts'
import { documentById } from './verification.queries.ts'

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>

export type Image = { bytes: Buffer; contentType: string }

/** The image of one's own document. Errors: `document_not_found`, also for somebody else's. */
export async function viewOwnDocument(
  deps: ViewDeps,
  { userId }: ActorId,
  { documentId }: { documentId: string },
): Promise<Image> {
  const document = await documentById(deps.db, documentId)
  if (document?.ownerId !== userId) throw new AppError('document_not_found')
  return await imageOf(deps, document)
}

/**
 * The image for a verifier; who saw what and when is recorded before it is shown.
 * Errors: `document_not_found`, `forbidden` (one's own).
 */
export async function viewForReview(
  deps: ViewDeps,
  { userId: reviewerId }: ActorId,
  { documentId }: { documentId: string },
): Promise<Image> {
  const document = await documentById(deps.db, documentId)
  if (!document) throw new AppError('document_not_found')
  if (document.ownerId === reviewerId) throw new AppError('forbidden')
  const image = await imageOf(deps, document)
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, {
      at: deps.clock.now(),
      actorId: reviewerId,
      action: 'document.viewed',
      subjectKind: 'document',
      subjectId: document.id,
      details: { kind: document.kind, ownerId: document.ownerId },
    }),
  )
  return image
}

async function imageOf(deps: ViewDeps, document: Document): Promise<Image> {
  const bytes = await readSealed(deps, document)
  if (!bytes) throw new AppError('document_not_found')
  return { bytes, contentType: document.contentType }
}

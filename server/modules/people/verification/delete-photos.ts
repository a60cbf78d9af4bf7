import { PHOTO_DAYS } from '#contract/privacy-limits.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { discardFile } from './document-store.ts'
import { listFilesToDelete, markFileDeleted } from './photos.queries.ts'
import type { DocumentFile } from './verification.queries.ts'

const AT_ONCE = 200

/**
 * Deletes photos whose time is over, and selfies whose consent was withdrawn; returns their number.
 * Photos that wait for review stay. Safe to repeat and to interrupt.
 */
export async function deleteOldPhotos(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
): Promise<number> {
  const now = deps.clock.now()
  const before = (days: number) => addMs(now, -days * DAY_MS)
  const due = {
    approvedBefore: before(PHOTO_DAYS.approved),
    othersBefore: before(PHOTO_DAYS.notApproved),
    selfiesBefore: before(PHOTO_DAYS.selfie),
    limit: AT_ONCE,
  }
  return await deletePhotos(deps, await listFilesToDelete(deps.db, due))
}

/** Deletes the file before its row, because a crash in between leaves a row that is found again. */
export async function deletePhotos(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  files: readonly DocumentFile[],
): Promise<number> {
  for (const { id, storageKey } of files) {
    await discardFile(deps, storageKey)
    const at = deps.clock.now()
    await inTransaction(deps.db, async (tx) => {
      await markFileDeleted(tx, { id, at })
      await recordAudit(tx, {
        at,
        actorId: null,
        action: 'document.photo_deleted',
        subjectKind: 'document',
        subjectId: id,
      })
    })
  }
  return files.length
}

import type { ReportReason, ReportSubject } from '#contract/conduct.ts'
import { CONDUCT_PHOTOS, CONDUCT_TEXT_MIN } from '#contract/limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { redrawImage } from '#server/platform/image.ts'
import { reportReceived } from './conduct.messages.ts'
import {
  findOpenReport,
  findPhoto,
  insertCase,
  insertPhoto,
  listPhotosOf,
  lockCase,
} from './conduct.queries.ts'
import { personBehind } from './report-subjects.ts'

type Report = { subject: ReportSubject; reason: ReportReason; text?: string | undefined }

/** Reasons that need no text of the reporter. */
const NEEDS_NO_TEXT: readonly ReportReason[] = ['offensive_text', 'other_person']

/**
 * Reports a subject that the reporter can read; a repeat answers the open report. Errors:
 * `report_subject_not_found`, `report_self`, `report_text_required`.
 */
export async function reportConduct(
  deps: ActDeps,
  { userId: reporterId }: ActorId,
  { subject: asked, reason, text: statement = '' }: Report,
): Promise<{ id: string }> {
  const subject = { ...asked, id: asked.id.toLowerCase() }
  const userId = await personBehind(deps, subject, reporterId)
  if (!userId) throw new AppError('report_subject_not_found')
  if (userId === reporterId) throw new AppError('report_self')
  if (statement.length < CONDUCT_TEXT_MIN && !NEEDS_NO_TEXT.includes(reason)) {
    throw new AppError('report_text_required')
  }
  return await inTransaction(deps.db, async (tx) => {
    const id = newId()
    const isNew = await insertCase(tx, {
      ...{ id, kind: 'report', userId, reporterId, reason, statement: statement || null },
      ...{ subjectKind: subject.kind, subjectId: subject.id, facts: {}, cause: null },
      createdAt: deps.clock.now(),
    })
    if (!isNew) {
      const earlier = await findOpenReport(tx, { reporterId, subject })
      if (!earlier) throw new AppError('busy')
      return earlier
    }
    await tellUser(tx, deps, reportReceived, { userId: reporterId, data: {}, cause: id })
    return { id }
  })
}

/** Longest side of a photo in pixels: enough to read a screenshot. */
export const PHOTO_SIDE_MAX = 2_000

const contextOf = (photoId: string) => `conduct_photos:${photoId}`

/**
 * Adds a photo to an open report of the actor, re-encoded and encrypted; answers their number.
 * Errors: `report_not_found`, `report_photo_limit`, and the errors of `redrawImage`.
 */
export async function addReportPhoto(
  deps: ActDeps,
  { userId }: ActorId,
  { caseId, bytes }: { caseId: string; bytes: Buffer },
): Promise<number> {
  const image = await redrawImage(bytes, { by: userId, side: PHOTO_SIDE_MAX, fit: 'inside' })
  return await inTransaction(deps.db, async (tx) => {
    const report = await lockCase(tx, caseId)
    if (report?.reporterId !== userId || report.decidedAt) throw new AppError('report_not_found')
    const before = (await listPhotosOf(tx, [caseId])).length
    if (before >= CONDUCT_PHOTOS) throw new AppError('report_photo_limit')
    const id = newId()
    const sealed = seal(deps.secrets.dataKey, contextOf(id), image)
    await insertPhoto(tx, { id, caseId, sealed, now: deps.clock.now() })
    return before + 1
  })
}

/** Decrypts a photo for the team, after recording the view. Errors: `report_not_found`. */
export async function viewReportPhoto(
  deps: ActDeps,
  actor: ActorId,
  { photoId }: { photoId: string },
): Promise<Buffer> {
  const photo = await findPhoto(deps.db, photoId)
  if (!photo) throw new AppError('report_not_found')
  const subject = { kind: 'conduct_case', id: photo.caseId }
  const entry = { at: deps.clock.now(), action: 'report_photo.viewed', subject, reason: null }
  await inTransaction(deps.db, (tx) =>
    recordStaffAction(tx, actor, { ...entry, details: { photoId } }),
  )
  return open(deps.secrets.dataKey, contextOf(photo.id), photo.sealed)
}

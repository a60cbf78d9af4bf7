import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { insertSanctionEvent } from '#server/modules/people/standing/index.ts'
import { authorizeAct, lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { assertConcealsReporter } from './conceal-reporter.ts'
import { hearingAsked } from './conduct.messages.ts'
import { type Case, lockCase } from './conduct.queries.ts'
import { hearingUntil } from './due-time.ts'
import { followSanction } from './follow-sanction.ts'
import { askHearing, writeHearing, writePause } from './hearings.queries.ts'

type Heard = Pick<Case, 'hearingAskedAt' | 'heardAt'>

/**
 * Refuses a suspension or expulsion of a person who did not answer and still can. Errors:
 * `hearing_needed`, `hearing_open`.
 */
export function assertHeard({ hearingAskedAt, heardAt }: Heard, now: Date): void {
  if (!hearingAskedAt) throw new AppError('hearing_needed')
  if (!heardAt && now < hearingUntil(hearingAskedAt)) throw new AppError('hearing_open')
}

/** Locks a case for a decision. Errors: `report_not_found`, `forbidden` for people of the case. */
export async function lockCaseFor(tx: Tx, caseId: string, actorId: string): Promise<Case> {
  const found = await lockCase(tx, caseId)
  if (!found) throw new AppError('report_not_found')
  if ([found.userId, found.reporterId].includes(actorId)) throw new AppError('forbidden')
  return found
}

/** What `authorizeAct` compares: whoever decides, with the person judged and the reporter. */
export const actOn = ({ id, userId, reporterId }: Case, actor: string) => {
  const affected = [userId, reporterId]
  const subject = { kind: 'conduct_case', id }
  return { actor, permission: 'conduct.decide', affected, subject } as const
}

/**
 * Asks the person of a case for their version, and pauses their account if `pause`. Safe to repeat.
 * Errors: as `lockCaseFor` and `authorizeAct`; `report_decided`, `note_reveals_reporter`.
 */
export async function hearPerson(
  deps: ActDeps,
  actor: ActorId,
  { caseId, note, pause }: { caseId: string; note: string; pause: boolean },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const found = await lockCaseFor(tx, caseId, actor.userId)
    if (found.outcome) throw new AppError('report_decided')
    if (found.hearingAskedAt !== null && (found.pauseId !== null || !pause)) return
    await authorizeAct(tx, deps, { ...actOn(found, actor.userId), signs: 'alone' })
    await assertConcealsReporter(tx, deps, found, note)
    await askAndPause(tx, deps, found, { note, by: actor.userId, now, pause })
    const action = pause ? 'conduct.paused' : 'conduct.hearing_asked'
    const subject = { kind: 'conduct_case', id: caseId }
    await recordStaffAction(tx, actor, { at: now, action, subject, reason: note, details: {} })
  })
}

/** Asks the person of a case for their version and, if `pause`, pauses their account; once each. */
export async function askAndPause(
  tx: Tx,
  deps: ActDeps,
  found: Case,
  { note, by, now, pause }: { note: string; by: string; now: Date; pause: boolean },
): Promise<void> {
  const pauses = pause && found.pauseId === null
  const pauseId = pauses ? derivedId('conduct.pause', found.id) : found.pauseId
  if (pauses && pauseId) {
    await lockUser(tx, found.userId)
    const kind = 'paused' as const
    const about = { sanctionId: pauseId, userId: found.userId, kind, at: now, endsAt: null }
    const event = { ...about, id: pauseId, reason: note, decidedBy: by, cause: found.id }
    await insertSanctionEvent(tx, event)
    await writePause(tx, { id: found.id, pauseId })
    await followSanction(tx, deps, event)
  }
  const asks = found.hearingAskedAt === null
  if (asks) await askHearing(tx, { id: found.id, note, now })
  if (!asks && !pauses) return
  const until = hearingUntil(found.hearingAskedAt ?? now)
  const waits = found.heardAt === null && now < until
  await tellUser(tx, deps, hearingAsked, {
    userId: found.userId,
    data: { note, until: waits ? until.toISOString() : null, isPaused: pauseId !== null },
    cause: pauseId ?? found.id,
  })
}

/** Locks the undecided case of a person who was asked. Errors as `answerHearing`. */
export async function lockHearing(tx: Tx, caseId: string, userId: string): Promise<void> {
  const found = await lockCase(tx, caseId)
  if (found?.userId !== userId || !found.hearingAskedAt) throw new AppError('hearing_not_found')
  if (found.outcome) throw new AppError('hearing_over')
}

/** Stores or replaces the person's version. Errors: `hearing_not_found`, `hearing_over`. */
export async function answerHearing(
  deps: ReadDeps,
  { userId }: ActorId,
  { caseId, text }: { caseId: string; text: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockHearing(tx, caseId, userId)
    await writeHearing(tx, { id: caseId, text, now: deps.clock.now() })
  })
}

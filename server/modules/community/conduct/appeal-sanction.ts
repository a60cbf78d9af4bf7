import { APPEAL_DAYS } from '#contract/limits.ts'
import { lockRating, moderateRating } from '#server/modules/community/ratings/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { findSanction } from '#server/modules/people/standing/index.ts'
import { assertSeen, authorizeAct, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { closeAppeal, insertAppeal, listAppealPhotosOf, lockAppeal } from './appeals.queries.ts'
import { assertConcealsReporter } from './conceal-reporter.ts'
import { appealAnswered, appealReceived } from './conduct.messages.ts'
import { findCaseOfSanction, isHiddenByCase } from './conduct.queries.ts'
import { lift } from './lift-sanction.ts'
import { lastSaidAt } from './said-at.ts'

export function appealUntil({ at }: { at: Date }): Date {
  return addMs(at, APPEAL_DAYS * DAY_MS)
}

/** Appeals a sanction of the actor, once. Errors: `sanction_not_found`, `appeal_late`. */
export async function appealSanction(
  deps: ActDeps,
  { userId }: ActorId,
  { sanctionId, text: statement }: { sanctionId: string; text: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const sanction = await findSanction(tx, sanctionId)
    // A pause is not a sanction: the paused person answers a hearing instead.
    if (sanction?.userId !== userId || sanction.kind === 'paused')
      throw new AppError('sanction_not_found')
    if (now > appealUntil(sanction)) throw new AppError('appeal_late')
    const isNew = await insertAppeal(tx, { sanctionId: sanction.id, userId, statement, now })
    if (!isNew) return
    await tellUser(tx, deps, appealReceived, { userId, data: {}, cause: sanction.id })
  })
}

type AppealAnswer = {
  sanctionId: string
  isUpheld: boolean
  note: string
  seenSaidAt?: string | null | undefined
}

/**
 * Answers an appeal. Refused for the sanctioned person and for those who decided or proposed.
 * Idempotent. Errors: `sanction_not_found`, `appeal_answered`, `appeal_other_person`,
 * `note_reveals_reporter`, `case_changed`, those of `authorizeAct`.
 */
export async function answerAppeal(
  deps: ActDeps,
  actor: ActorId,
  { sanctionId, isUpheld, note, seenSaidAt }: AppealAnswer,
): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const appeal = await lockAppeal(tx, sanctionId)
    const sanction = appeal && (await findSanction(tx, sanctionId))
    if (!appeal || !sanction) throw new AppError('sanction_not_found')
    const { userId } = appeal
    const answeredBy = actor.userId
    if (userId === answeredBy) throw new AppError('forbidden')
    const decided = await findCaseOfSanction(tx, sanctionId)
    if ([sanction.decidedBy, decided?.proposedBy].includes(answeredBy)) {
      throw new AppError('appeal_other_person')
    }
    if (appeal.isUpheld === isUpheld) return isUpheld
    if (appeal.isUpheld !== null) throw new AppError('appeal_answered')
    assertSeen(seenSaidAt, lastSaidAt([], await listAppealPhotosOf(tx, [sanctionId])))
    const subject = { kind: 'sanction', id: sanctionId }
    const act = { actor: answeredBy, permission: 'conduct.decide', signs: 'alone' } as const
    const affected = [userId, decided?.reporterId]
    await authorizeAct(tx, deps, { ...act, affected, subject })
    if (decided) await assertConcealsReporter(tx, deps, { ...decided, userId }, note)
    await closeAppeal(tx, { sanctionId, isUpheld, note, answeredBy, now })
    if (isUpheld) {
      const lifting = { sanctionId, userId, by: answeredBy, note, now }
      await lift(tx, deps, { ...lifting, tells: sanction.kind !== 'warned' })
      // A hidden message stays hidden: it no longer matters.
      if (decided?.kind === 'rating') {
        const { id: ratingId } = decided
        await lockRating(tx, ratingId)
        // Another case about it can stand: then it stays hidden.
        const hidden = await isHiddenByCase(tx, { ratingId, userId })
        await moderateRating(tx, deps, { ratingId, actorId: answeredBy, reason: note, hidden })
      }
    }
    const entry = { at: now, action: 'conduct.appeal_answered', subject, reason: note }
    await recordStaffAction(tx, actor, { ...entry, details: { isUpheld, note } })
    const data = { isUpheld, answer: note }
    await tellUser(tx, deps, appealAnswered, { userId, data, cause: sanctionId })
    return isUpheld
  })
}

import { APPEAL_DAYS } from '#contract/limits.ts'
import { findSanction, insertSanctionEvent } from '#server/domains/sanctions/sanctions.public.ts'
import { recordStaffAction } from '#server/domains/staff-actions/staff-actions.public.ts'
import { lockUser, tellUser } from '#server/domains/users/users.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { closeAppeal, insertAppeal, lockAppeal } from './appeals.queries.ts'
import { caseOfSanction } from './conduct.queries.ts'
import { showAgain } from './report-subjects.ts'

type AppealDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

export function appealUntil({ at }: { at: Date }): Date {
  return addMs(at, APPEAL_DAYS * DAY_MS)
}

/**
 * Appeals one's own sanction, once. Idempotent. Errors: `sanction_not_found`, `appeal_late`.
 */
export async function appealSanction(
  deps: AppealDeps,
  { userId }: ActorId,
  { sanctionId, text: statement }: { sanctionId: string; text: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const sanction = await findSanction(tx, sanctionId)
    if (sanction?.userId !== userId) throw new AppError('sanction_not_found')
    if (now > appealUntil(sanction)) throw new AppError('appeal_late')
    const isNew = await insertAppeal(tx, { sanctionId: sanction.id, userId, statement, now })
    if (!isNew) return
    await tellUser(tx, deps, {
      userId,
      template: 'appeal_received',
      data: {},
      cause: sanction.id,
    })
  })
}

/**
 * Answers an appeal: lifts the sanction, or keeps it. Never by who gave it, nor by its person.
 * Idempotent for the same answer. Errors: `sanction_not_found`, `appeal_answered`,
 * `appeal_other_person`, `forbidden`.
 */
export async function answerAppeal(
  deps: AppealDeps,
  { userId: answeredBy }: ActorId,
  { sanctionId, isUpheld, note }: { sanctionId: string; isUpheld: boolean; note: string },
): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const appeal = await lockAppeal(tx, sanctionId)
    const sanction = appeal && (await findSanction(tx, sanctionId))
    if (!appeal || !sanction) throw new AppError('sanction_not_found')
    const { userId } = appeal
    if (userId === answeredBy) throw new AppError('forbidden')
    if (sanction.decidedBy === answeredBy) throw new AppError('appeal_other_person')
    if (appeal.isUpheld === isUpheld) return isUpheld
    if (appeal.isUpheld !== null) throw new AppError('appeal_answered')
    await closeAppeal(tx, { sanctionId, isUpheld, note, answeredBy, now })
    if (isUpheld) {
      await lockUser(tx, userId)
      await insertSanctionEvent(tx, {
        id: derivedId('conduct.lifted', sanctionId),
        sanctionId,
        userId,
        kind: 'lifted',
        at: now,
        endsAt: null,
        reason: note,
        decidedBy: answeredBy,
        cause: sanctionId,
      })
      const decided = await caseOfSanction(tx, sanctionId)
      if (decided) await showAgain(tx, deps, decided, { actorId: answeredBy, reason: note })
    }
    await recordStaffAction(
      tx,
      { userId: answeredBy },
      {
        at: now,
        action: 'conduct.appeal_answered',
        subject: { kind: 'sanction', id: sanctionId },
        reason: note,
        details: { isUpheld, note },
      },
    )
    const data = { isUpheld, answer: note }
    await tellUser(tx, deps, { userId, template: 'appeal_answered', data, cause: sanctionId })
    return isUpheld
  })
}

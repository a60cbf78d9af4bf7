import { GRACE_DAYS, REMIND_DAYS } from '#contract/privacy-limits.ts'
import { requireStepUp } from '#server/modules/people/access/index.ts'
import { auditUser, lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { declineRescues } from '#server/modules/travel/connections/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor, ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { assertFree, beforeClosing } from './before-closing.ts'
import {
  findClosingOf,
  insertClosing,
  listClosingsToRemind,
  markReminded,
  takeBackClosing,
} from './closings.queries.ts'
import { closingAsked, closingSoon, closingTakenBack } from './privacy.messages.ts'

type ClosingDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'registry'>

const BATCH = 100

/**
 * Requests the closing of an account: from now on the person can neither book nor publish; after
 * the days of grace all personal data are erased. Errors: `step_up_required`, `closing_blocked`.
 */
export async function askClosing(deps: ClosingDeps, actor: Actor): Promise<void> {
  await requireStepUp(deps, actor)
  await askProvedClosing(deps, actor)
}

/** As `askClosing`, for a caller that has checked the step-up. */
export async function askProvedClosing(deps: ClosingDeps, { userId }: ActorId): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // Booking and publishing lock this row too: one of the two calls sees the other.
    await lockUser(tx, userId)
    if (await findClosingOf(tx, userId)) return
    assertFree(await beforeClosing({ ...deps, db: tx }, userId))
    const now = deps.clock.now()
    const [id, dueAt] = [newId(), addMs(now, GRACE_DAYS * DAY_MS)]
    await declineRescues(tx, deps, userId)
    await insertClosing(tx, { id, userId, now, dueAt })
    await auditUser(tx, userId, { at: now, action: 'account.closing-asked' })
    const data = { dueAt: dueAt.toISOString() }
    await tellUser(tx, deps, closingAsked, { userId, data, cause: id })
  })
}

/** Cancels the closing of an account. Errors: `closing_not_found`. */
export async function takeBack(deps: ClosingDeps, { userId }: ActorId): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const taken = await takeBackClosing(tx, { userId, now })
    if (!taken) throw new AppError('closing_not_found')
    await auditUser(tx, userId, { at: now, action: 'account.closing-taken-back' })
    await tellUser(tx, deps, closingTakenBack, { userId, data: {} })
  })
}

/** Job: reminds people once, `REMIND_DAYS` before the account closes. A late reminder delays it. */
export async function remindClosings(deps: ClosingDeps): Promise<void> {
  const now = deps.clock.now()
  const before = addMs(now, REMIND_DAYS * DAY_MS)
  const remind = (userId: string) =>
    inTransaction(deps.db, async (tx) => {
      const closing = await findClosingOf(tx, userId)
      const dueAt = closing && (await markReminded(tx, { userId, now, soonest: before }))
      if (!dueAt) return
      const data = { dueAt: dueAt.toISOString() }
      await tellUser(tx, deps, closingSoon, { userId, data, cause: closing.id })
    })
  const userIds = await listClosingsToRemind(deps.db, { before, limit: BATCH })
  await eachRowOrFail(userIds, remind, 'a person is not reminded of their closing')
}

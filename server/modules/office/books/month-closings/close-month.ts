import type { ClosedMonth, NextMonth } from '#contract/month-closings.ts'
import { findFirstMovement, headCovering } from '#server/modules/bank/ledger/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { buildReport } from './build-report.ts'
import { instantsOfMonth, monthAfter } from './month.ts'
import {
  countOpenCases,
  countUncompared,
  findClosing,
  insertClosing,
  listLastClosings,
} from './month-closings.queries.ts'
import { presentClosings } from './show-months.ts'
import { signReport } from './signature.ts'

/** Time after the end of a month in which movements under way are finished. */
const SETTLES_MS = HOUR_MS
/** The comparison can find differences of a day for a week (`reconciliation/reconcile-days.ts`). */
const FOUND_AFTER_MS = 7 * DAY_MS
/** Kinds of cases that wait until a person writes or has money again; they do not block a month. */
const WAITING = ['reversal_uncovered', 'fare_uncovered']

/**
 * Finds the next month to close, with the reasons that block it: the month after the last closed
 * one, or the month of the first movement. Null without movements.
 */
export async function nextMonth(
  db: Reader,
  now: Date,
): Promise<(NextMonth & { previousTx: number | null }) | null> {
  const [last] = await listLastClosings(db, 1)
  const first = last ? undefined : await findFirstMovement(db)
  const month = last ? monthAfter(last.month) : first && bogotaDate(first).slice(0, 7)
  if (month === undefined) return null
  const { endsAt } = instantsOfMonth(month)
  const openCases = await countOpenCases(db, {
    until: addMs(endsAt, FOUND_AFTER_MS),
    waiting: WAITING,
  })
  const blocks: NextMonth['blocks'] = []
  if (now < addMs(endsAt, SETTLES_MS)) blocks.push('month_not_over')
  if (openCases > 0) blocks.push('month_cases_open')
  if ((await countUncompared(db, month)) > 0) blocks.push('month_not_compared')
  if (!(await headCovering(db, endsAt))) blocks.push('month_not_chained')
  return { month, blocks, openCases, previousTx: last?.uptoTx ?? null }
}

/**
 * Signs and stores the report of the next month. Movements of the month that are not yet chained,
 * or that arrive later, are in the following report. A month that is closed answers its stored
 * report. Errors: `month_not_next`, and the blocks of `nextMonth`.
 */
export async function closeMonth(
  deps: ActDeps,
  actor: ActorId,
  { month }: { month: string },
): Promise<ClosedMonth> {
  const row = await inTransaction(deps.db, async (tx) => {
    const earlier = await findClosing(tx, month)
    if (earlier) return earlier
    const closedAt = deps.clock.now()
    const next = await nextMonth(tx, closedAt)
    if (next?.month !== month) throw new AppError('month_not_next')
    const [block] = next.blocks
    if (block) throw new AppError(block)
    const head = await headCovering(tx, instantsOfMonth(month).endsAt)
    assert(head, 'the chain covers the month')
    const { toTx: uptoTx, no: batch, hash } = head
    const facts = { month, closedAt, closedBy: actor.userId, uptoTx, chain: { batch, hash } }
    // The first report has no previous one: all older movements are its opening balance.
    const report = await buildReport(tx, { ...facts, previousTx: next.previousTx ?? uptoTx })
    const signed = { ...facts, ...signReport(deps.secrets.ticketKey, report) }
    if (!(await insertClosing(tx, signed))) {
      const other = await findClosing(tx, month)
      assert(other, 'somebody else closed it')
      return other
    }
    await recordStaffAction(tx, actor, {
      at: closedAt,
      action: 'month.closed',
      subject: { kind: 'month', id: month },
      reason: null,
      details: { batch, hash },
    })
    return signed
  })
  const [shown] = await presentClosings(deps.db, [row])
  assert(shown, 'a month just closed')
  return shown
}

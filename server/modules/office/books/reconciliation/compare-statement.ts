import type { BankStatement } from '#contract/reconciliation.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { findTeamNames } from '#server/modules/people/users/index.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { decodeText } from '#server/platform/csv.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { comparePayouts } from './compare-payouts.ts'
import { type Days, requireDays, requireSettledDays } from './days.ts'
import { parseStatement } from './parse-statement.ts'
import {
  findRecordedPayouts,
  insertStatement,
  listLastStatements,
  type StatementRow,
} from './payout-records.queries.ts'
import { findDifferences, recordMatches } from './reconcile-payouts.ts'
import { recordDifferences } from './record-differences.ts'

/**
 * Compares a bank statement with the withdrawals that were paid by hand, both ways, and opens a
 * case for each difference. Moves no money and stores no line; the same file again opens no case
 * twice. Errors: `reconciliation_days`, `bank_statement_running_day` for a day that has not ended,
 * `bank_statement_unreadable`, `bank_statement_days` for payments of other days,
 * `bank_statement_own` when it would prove a result that the actor entered.
 */
export async function compareStatement(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>,
  actor: ActorId,
  { bytes, ...days }: Days & { bytes: Buffer },
): Promise<BankStatement> {
  requireDays(days)
  requireSettledDays(days, deps.clock.now())
  const { lines, skipped } = parseStatement(decodeText(bytes))
  const { fromDay, untilDay } = days
  if (lines.some(({ day }) => day < fromDay || day > untilDay)) {
    throw new AppError('bank_statement_days')
  }
  const row = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const references = lines.flatMap(({ reference }) => reference ?? [])
    const recorded = await findRecordedPayouts(tx, references)
    // Two people enter the result of a payment by hand; the proof must come from another person.
    if ([...recorded.values()].some(({ resultBy }) => resultBy === actor.userId)) {
      throw new AppError('bank_statement_own')
    }
    const id = newId()
    const found = comparePayouts(lines, recorded, 'bank_file')
    const compared = await recordMatches(tx, found, { statementId: id, now })
    const counts = { lines: lines.length, skipped, matched: compared.matches.length }
    const uploaded = { id, fromDay, untilDay, uploadedBy: actor.userId, uploadedAt: now, ...counts }
    // The days have ended, so that this is the only limit of both sides.
    const span = { paidBy: 'bank_file', days, before: now } as const
    const differences = await findDifferences(tx, compared, span)
    const opened = await recordDifferences(tx, {
      found: differences,
      subjects: found.subjects,
      now,
    })
    await insertStatement(tx, { ...uploaded, digest: sha256(bytes), opened })
    await recordStaffAction(tx, actor, {
      at: now,
      action: 'bank_statement.compared',
      subject: { kind: 'bank_statement', id },
      reason: null,
      details: { fromDay, untilDay, ...counts, opened },
    })
    return { ...uploaded, opened }
  })
  if (row.opened > 0) {
    deps.metrics.count('reconciliation_differs')
    deps.log.error({ statementId: row.id, opened: row.opened }, 'the bank and our record differ')
  }
  const [shown] = await present(deps, [row])
  assert(shown, 'a statement just compared')
  return shown
}

const SHOWN = 10

export async function listStatements(deps: Pick<Deps, 'db'>): Promise<BankStatement[]> {
  return await present(deps, await listLastStatements(deps.db, SHOWN))
}

async function present({ db }: Pick<Deps, 'db'>, rows: readonly StatementRow[]) {
  const uploaderIds = rows.map(({ uploadedBy }) => uploadedBy)
  const nameOf = await findTeamNames(db, uploaderIds)
  return rows.map((row) => ({ ...isoDates(row), uploadedBy: nameOf(row.uploadedBy) }))
}

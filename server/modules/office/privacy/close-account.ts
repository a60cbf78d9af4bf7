import { displayCode } from '#contract/display-code.ts'
import type { PrivacyView } from '#contract/privacy.ts'
import { CARD_WAIT_DAYS } from '#contract/withdrawal-limits.ts'
import { lapseCredits, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { replaceName } from '#server/modules/foundation/notifications/index.ts'
import { keepBarred } from '#server/modules/people/standing/index.ts'
import { CLOSED_NAME, findPeople, lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachRow, eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { erasePersonalRows } from '#server/platform/module-data.queries.ts'
import type { OwnedTable } from '#server/platform/module-data.ts'
import { beforeClosing, isBlocked } from './before-closing.ts'
import { keepClaim } from './claim.ts'
import {
  findClosingOf,
  listDigestsToErase,
  listDueClosings,
  markDigestsErased,
  markErased,
  postponeClosing,
  startClosing,
} from './closings.queries.ts'
import { erasureOrder } from './erasure-order.ts'
import { accountClosed, closingWaits } from './privacy.messages.ts'
import { listCompanionsOf, listForeignKeys } from './privacy.queries.ts'

const BATCH = 20
/** Time in which a money case of a closing account is decided; then an alarm is raised. */
const CASE_DECIDED_MS = 15 * DAY_MS
/** Time in which a card top-up can be charged back: digests of its payer are kept as long. */
const CARD_MS = CARD_WAIT_DAYS * DAY_MS

/** Job: closes accounts whose days of grace are over, and continues interrupted closings. */
export async function closeDueAccounts(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  let due = await listDueClosings(deps.db, { now, after: null, limit: BATCH })
  while (due.length > 0) {
    await eachRow(
      due,
      ({ userId }) => closeAccount(deps, userId),
      (err) => deps.log.error({ err }, 'an account could not be closed; the next run goes on'),
    )
    due = await listDueClosings(deps.db, { now, after: due.at(-1) ?? null, limit: BATCH })
  }
}

/**
 * Erases the personal data of an account as the registry says, each table in a transaction of its
 * own. Can be interrupted anywhere and repeated with the same result. A debt or an open thing from
 * the days of grace postpones the closing by a day. Nobody is erased who was not reminded.
 */
export async function closeAccount(deps: Deps, userId: string): Promise<void> {
  if (!(await begin(deps, userId))) return
  await eraseAll(deps, userId)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await markErased(tx, { userId, now }))) return
    const subject = { subjectKind: 'user', subjectId: userId }
    await recordAudit(tx, { at: now, actorId: null, action: 'account.closed', ...subject })
  })
}

/** Erases personal data as the registry says, each table in a transaction of its own. */
export async function eraseAll(deps: Deps, userId: string): Promise<void> {
  const tables = erasureOrder(deps.registry, await listForeignKeys(deps.db))
  for (const table of tables) await eraseTable(deps, table, userId)
}

/**
 * Job: erases the digests of closed accounts that have no card top-up of the last 30 days any more.
 * Until then two accounts of the same hands are found by them (`ledger_same_hands`).
 */
export async function eraseDigests(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const before = addMs(now, -CARD_MS)
  const erase = async ({ id, userId }: { id: string; userId: string }) => {
    for (const table of deps.registry.values()) {
      if (table.eraseLate) await eraseTable(deps, { ...table, erase: table.eraseLate }, userId)
    }
    await inTransaction(deps.db, (tx) => markDigestsErased(tx, { id, now }))
  }
  let due = await listDigestsToErase(deps.db, { before, limit: BATCH })
  while (due.length > 0) {
    await eachRowOrFail(due, erase, 'the digests of a closed account are not erased')
    due = await listDigestsToErase(deps.db, { before, limit: BATCH })
  }
}

async function eraseTable(deps: Deps, table: OwnedTable, userId: string): Promise<void> {
  const { erase } = table
  if ('nothing' in erase) return
  await inTransaction(deps.db, async (tx) => {
    if ('run' in erase) await erase.run(tx, deps, userId)
    else await erasePersonalRows(tx, deps.registry, { table, userId })
  })
}

/** Runs the steps that still need the personal data; false when the account does not close now. */
async function begin(deps: Deps, userId: string): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const closing = await findClosingOf(tx, userId)
    if (!closing) return false
    if (closing.started_at) return true
    const now = deps.clock.now()
    if (closing.due_at > now || closing.reminded_at === null) return false
    const before = await beforeClosing({ ...deps, db: tx }, userId)
    if (isBlocked(before)) {
      warnOfOldCases(deps, before)
      await postponeClosing(tx, { userId, dueAt: addMs(now, DAY_MS) })
      const data = { debtPesos: before.debtPesos }
      // Told once for each debt, not each day: nobody reads the twentieth message.
      const cause = `${closing.id}:${before.debtPesos}`
      await tellUser(tx, deps, closingWaits, { userId, data, cause })
      return false
    }
    if (!(await startClosing(tx, { userId, now }))) return false
    const lapsedPesos = await lapseCredits(tx, { userId, now })
    const isPaid = await keepClaim(tx, deps, { id: closing.id, userId })
    const { available: pesos } = await walletTotals(tx, userId)
    const data = { pesos, lapsedPesos, isPaid, claim: displayCode(closing.id) }
    await keepBarred(tx, { userId, now })
    await forgetName(tx, userId)
    await tellUser(tx, deps, accountClosed, { userId, data })
    return true
  })
}

/** Raises an alarm when a money case keeps an account open for too long. */
function warnOfOldCases(
  { clock, log, metrics }: Pick<Deps, 'clock' | 'log' | 'metrics'>,
  { open }: PrivacyView['beforeClosing'],
): void {
  const before = addMs(clock.now(), -CASE_DECIDED_MS)
  for (const { kind, id, at } of open) {
    if (kind !== 'case' || new Date(at) > before) continue
    metrics.count('closing_case_overdue')
    log.error({ caseId: id }, 'a case keeps an account from closing, and nobody decides it')
  }
}

/** Replaces the person's name in messages to other people, while the name is still known. */
async function forgetName(tx: Tx, userId: string): Promise<void> {
  const name = (await findPeople(tx, [userId])).get(userId)?.name
  const people = await listCompanionsOf(tx, userId)
  if (name && people.length > 0) await replaceName(tx, { name, by: CLOSED_NAME, people })
}

import { openCase } from '#server/domains/bank/cases/cases.public.ts'
import { replaceName } from '#server/domains/foundation/notifications/notifications.public.ts'
import { keepBarred } from '#server/domains/people/standing/standing.public.ts'
import {
  CLOSED_NAME,
  findPeople,
  lockUser,
  tellUser,
} from '#server/domains/people/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { erasePersonalRows } from '#server/platform/room-data.queries.ts'
import type { OwnedTable } from '#server/platform/room-data.ts'
import { beforeClosing, isBlocked } from './before-closing.ts'
import { sealClaim } from './claim.ts'
import { erasureOrder } from './erasure-order.ts'
import { accountClosed, closingWaits } from './privacy.messages.ts'
import {
  findClosingOf,
  hasOpenTopUp,
  listCompanionsOf,
  listDueClosings,
  listForeignKeys,
  markErased,
  postponeClosing,
  startClosing,
} from './privacy.queries.ts'

const BATCH = 20

/** Job: closes accounts whose days of grace are over, and continues interrupted closings. */
export async function closeDueAccounts(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  let due = await listDueClosings(deps.db, { now, after: null, limit: BATCH })
  while (due.length > 0) {
    for (const { userId } of due) await tryClosing(deps, userId)
    due = await listDueClosings(deps.db, { now, after: due.at(-1) ?? null, limit: BATCH })
  }
}

/** Closes an account; a failure does not stop the others. */
async function tryClosing(deps: Deps, userId: string): Promise<void> {
  try {
    await closeAccount(deps, userId)
  } catch (error) {
    deps.log.error({ err: error }, 'an account could not be closed; the next run goes on')
  }
}

/**
 * Erases the personal data of an account as the registry says, each table in a transaction of its
 * own. Can be interrupted anywhere and repeated with the same result. A debt, an open top-up or
 * another open thing from the days of grace postpones the closing by a day.
 */
export async function closeAccount(deps: Deps, userId: string): Promise<void> {
  if (!(await begin(deps, userId))) return
  const tables = erasureOrder(deps.registry, await listForeignKeys(deps.db))
  for (const table of tables) await eraseTable(deps, table, userId)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await markErased(tx, { userId, now }))) return
    const subject = { subjectKind: 'user', subjectId: userId }
    await recordAudit(tx, { at: now, actorId: null, action: 'account.closed', ...subject })
  })
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
    if (closing.due_at > now) return false
    const before = await beforeClosing({ db: tx, clock: deps.clock }, userId)
    if (isBlocked(before) || (await hasOpenTopUp(tx, userId))) {
      await postponeClosing(tx, { userId, dueAt: addMs(now, DAY_MS) })
      const cause = `${closing.id}:${bogotaDate(now)}`
      const data = { debtPesos: before.debtPesos }
      await tellUser(tx, deps, closingWaits, { userId, data, cause })
      return false
    }
    const pesos = before.freePesos + before.heldPesos
    const claim = pesos > 0 ? { pesos, sealed: await sealClaim(tx, deps, closing) } : null
    if (!(await startClosing(tx, { userId, now, claim }))) return false
    if (claim) {
      const details = { amountInCents: pesos * 100, currency: 'COP' }
      const found = { reference: null, transactionId: closing.id, details, now }
      await openCase(tx, { kind: 'closed_account_balance', ...found })
    }
    await keepBarred(tx, { userId, now })
    await forgetName(tx, userId)
    await tellUser(tx, deps, accountClosed, { userId, data: { pesos } })
    return true
  })
}

/** Replaces the person's name in messages to other people, while the name is still known. */
async function forgetName(tx: Tx, userId: string): Promise<void> {
  const name = (await findPeople(tx, [userId])).get(userId)?.name
  const people = await listCompanionsOf(tx, userId)
  if (name && people.length > 0) await replaceName(tx, { name, by: CLOSED_NAME, people })
}

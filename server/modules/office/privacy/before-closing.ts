import { OpenThing, type PrivacyView } from '#contract/privacy.ts'
import { findDebt, walletTotals, withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { OpenRow } from '#server/platform/module-data.ts'

/** Upper bound of a journey plus the time to object. */
const SETTLED_AFTER_MS = 10 * DAY_MS

type Before = PrivacyView['beforeClosing']
type BeforeDeps = { db: Reader } & Pick<Deps, 'clock' | 'registry'>

/** Lists what blocks the closing of an account, and its money in pesos. */
export async function beforeClosing(deps: BeforeDeps, userId: string): Promise<Before> {
  const { db, clock } = deps
  const now = clock.now()
  const open = await listOpenRows(deps, { userId, since: addMs(now, -SETTLED_AFTER_MS) })
  const { available, held } = await walletTotals(db, userId)
  const { travelOnly, young } = await withdrawableOf(db, { userId, now })
  return {
    open: open.map(({ kind, id, at }) => OpenThing.parse({ kind, id, at: at.toISOString() })),
    debtPesos: await findDebt(db, userId),
    freePesos: available,
    heldPesos: held,
    lapsingPesos: travelOnly,
    youngPesos: young,
  }
}

/** Rows that the modules declare (`closing` of their tables), the oldest first. */
async function listOpenRows({ db, registry }: BeforeDeps, asked: { userId: string; since: Date }) {
  const rows: OpenRow[] = []
  for (const { closing } of registry.values()) {
    if (typeof closing === 'function') rows.push(...(await closing(db, asked)))
  }
  const ids = new Set(rows.map(({ id }) => id))
  return rows
    .filter(({ cause }) => cause === undefined || !ids.has(cause))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.id.localeCompare(b.id))
}

export function isBlocked({ open, debtPesos }: Before): boolean {
  return open.length > 0 || debtPesos > 0
}

/** Errors: `closing_blocked`, with the open things and the debt. */
export function assertFree(before: Before): void {
  if (!isBlocked(before)) return
  const { open, debtPesos } = before
  throw new AppError('closing_blocked', { details: { open, debtPesos } })
}

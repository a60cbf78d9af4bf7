import type { PrivacyView } from '#contract/privacy.ts'
import { findDebt, walletTotals } from '#server/domains/bank/ledger/ledger.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { listOpenThings } from './privacy.queries.ts'

/** Upper bound of a journey plus the time to object. */
const SETTLED_AFTER_MS = 10 * DAY_MS

type Before = PrivacyView['beforeClosing']

/** Lists what blocks the closing of an account, and its money in pesos. */
export async function beforeClosing(
  { db, clock }: { db: Reader } & Pick<Deps, 'clock'>,
  userId: string,
): Promise<Before> {
  const since = addMs(clock.now(), -SETTLED_AFTER_MS)
  const open = await listOpenThings(db, { userId, since })
  const { available, held } = await walletTotals(db, userId)
  return {
    open: open.map(({ kind, id, at }) => ({ kind, id, at: at.toISOString() })),
    debtPesos: await findDebt(db, userId),
    freePesos: available,
    heldPesos: held,
  }
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

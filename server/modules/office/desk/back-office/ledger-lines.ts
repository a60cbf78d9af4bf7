import type { LedgerLine } from '#contract/back-office-ledger.ts'
import {
  type AccountRow,
  type LineRow,
  listAccountsOf,
  listLinesOfCause,
} from '#server/modules/bank/ledger/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { type Names, namesOf } from './desk-lists.ts'

export function presentAccount({ ownerId, ...account }: AccountRow, names: Names) {
  return { ...account, owner: ownerId === null ? null : names(ownerId) }
}

export async function presentLines(
  reader: Reader,
  rows: readonly LineRow[],
): Promise<LedgerLine[]> {
  const ids = rows.flatMap(({ debitAccount, creditAccount }) => [debitAccount, creditAccount])
  const accounts = new Map((await listAccountsOf(reader, ids)).map((row) => [row.id, row]))
  const owners = [...accounts.values()].map(({ ownerId }) => ownerId)
  const names = await namesOf(reader, owners)
  const named = (id: string) => {
    const found = accounts.get(id)
    assert(found, `a movement of no account: ${id}`)
    return presentAccount(found, names)
  }
  return rows.map((row) => ({
    ...isoDates(row),
    from: named(row.debitAccount),
    to: named(row.creditAccount),
    cause: { kind: row.causeKind, id: row.causeId },
    ending: endingOf(row),
  }))
}

function endingOf({ endingId, endingKind, endingAt, endingAmount }: LineRow) {
  if (!endingId || !endingKind || !endingAt || endingAmount === null) return null
  return { id: endingId, kind: endingKind, at: endingAt.toISOString(), amount: endingAmount }
}

/** Lists the movements of a cause on these accounts. */
export async function moneyOf(
  reader: Reader,
  cause: { accounts: readonly string[]; causeId: string },
): Promise<LedgerLine[]> {
  return presentLines(reader, await listLinesOfCause(reader, cause))
}

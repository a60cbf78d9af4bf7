import type { Reader } from '#server/platform/db/tx.ts'
import { type Check, partEnd, type Scope, transfersEnd } from './integrity.queries.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const LAST_TX = Number.MAX_SAFE_INTEGER

/** Yields the scopes of a check: everything in parts of `rows` rows, or recent rows at once. */
export async function* partsOf(
  db: Reader,
  { over }: Check,
  { since, sinceTx, rows }: { since: Date | null; sinceTx: number; rows: number },
): AsyncGenerator<Scope> {
  const part = { since, after: FIRST_ID, upTo: LAST_ID, fromTx: sinceTx, toTx: LAST_TX }
  while (over === 'ledger_transfers') {
    part.toTx = (await transfersEnd(db, { fromTx: part.fromTx, rows })) ?? LAST_TX
    yield { ...part }
    if (part.toTx === LAST_TX) return
    part.fromTx = part.toTx
  }
  while (over && !since) {
    part.upTo = (await partEnd(db, over, { after: part.after, rows })) ?? LAST_ID
    yield { ...part }
    if (part.upTo === LAST_ID) return
    part.after = part.upTo
  }
  yield part
}

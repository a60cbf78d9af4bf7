import type { Reader } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { heldFareRows, type OriginRow, originRows, withdrawableRow } from './ledger.queries.ts'

/** Parts of what is free in a wallet, whole pesos; each peso is counted in one part. */
type Withdrawable = {
  /** May be withdrawn now, less what the person owes. */
  pesos: number
  /** Top-ups and earnings that have not matured. */
  young: number
  /** Earnings of bookings with an open dispute. */
  disputed: number
  /** Earnings that wait for finance: the driver shares a card, device or account with the payer. */
  held: number
  /** Credits by the team, which are only for travelling. */
  travelOnly: number
  /** When the next part of `young` matures. */
  next: { at: Date; pesos: number } | null
}

/**
 * What a person may withdraw: money that has matured and is not disputed, less debts. Decided by
 * `ledger_withdrawable`, which the ledger also asks before it holds money for a withdrawal
 * (docs/decisions/0135).
 */
export async function withdrawableOf(
  reader: Reader,
  input: { userId: string; now: Date },
): Promise<Withdrawable> {
  const row = await withdrawableRow(reader, input)
  assert(row, 'an aggregate has one row')
  const { withdrawable: pesos, young, disputed, held, travel_only: travelOnly } = row
  const next = row.next_at && { at: row.next_at, pesos: row.next_pesos }
  return { pesos, young, disputed, held, travelOnly, next }
}

/** Bookings whose fare is held for finance in a driver's wallet, with what is left of it. */
export function heldFares(
  reader: Reader,
  input: { userId: string; now: Date },
): Promise<{ booking: string; pesos: number }[]> {
  return heldFareRows(reader, input)
}

/** Where the money of a withdrawal came from, the largest part first. */
export function originsOf(reader: Reader, withdrawalId: string): Promise<OriginRow[]> {
  return originRows(reader, withdrawalId)
}

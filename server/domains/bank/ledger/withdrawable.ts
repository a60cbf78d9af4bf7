import type { Reader } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { heldFareRows, type OriginRow, originRows, withdrawableRow } from './ledger.queries.ts'

/** Parts of the free money in a wallet, whole pesos; each peso is counted in one part. */
type Withdrawable = {
  /** Can be withdrawn now, less the person's debt. */
  pesos: number
  /** Top-ups and earnings that have not matured. */
  young: number
  /** Earnings of bookings with an open dispute. */
  disputed: number
  /** Held for review by finance: the driver shares a card, device or account with the payer. */
  held: number
  /** Credits by the team, which can only be spent on travel. */
  travelOnly: number
  /** Time and pesos of the next part of `young` that matures. */
  next: { at: Date; pesos: number } | null
}

/**
 * Returns the money that a person can withdraw, by `ledger_withdrawable`, which the ledger also
 * uses before it holds money for a withdrawal (docs/decisions/0135).
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

/**
 * Lists the bookings whose fare is held for finance in a driver's wallet, with the remaining pesos.
 */
export function heldFares(
  reader: Reader,
  input: { userId: string; now: Date },
): Promise<{ booking: string; pesos: number }[]> {
  return heldFareRows(reader, input)
}

/** Lists the origins of the money of a withdrawal, the largest first. */
export function originsOf(reader: Reader, withdrawalId: string): Promise<OriginRow[]> {
  return originRows(reader, withdrawalId)
}

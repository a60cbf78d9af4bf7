// What differs between who paid withdrawals and our record. No clock and no database.

/** What the provider's list, or a statement of the bank, says of one payment to a person. */
export type PayoutLine = {
  /** The provider's transaction, or a digest of the line: one line pays one withdrawal. */
  key: string
  /** Ours, where the line has one. */
  reference: string | null
  /** Above zero. */
  amountInCents: number
  /** `returned`: it had been paid, and came back. */
  status: 'pending' | 'approved' | 'failed' | 'returned'
}

export type PaidBy = 'gateway' | 'bank_file'

/** What we recorded of a withdrawal. */
export type KnownPayout = {
  withdrawalId: string
  /** `requested`, `approved`, `sending`, `sent`, `paid`, `failed`, `rejected` or `cancelled`. */
  status: string
  /** Who pays it; null before it is handed over. */
  channel: PaidBy | null
  pesos: number
  /** The line that has paid it already. */
  matched: string | null
}

export type PayoutDifference =
  | 'reconcile_payout_unknown'
  | 'reconcile_payout_amount'
  | 'reconcile_payout_duplicate'
  | 'reconcile_payout_missing'
  | 'reconcile_payout_repaid'
  | 'reconcile_payout_returned'
  | 'reconcile_payout_absent'

/** Whether a line pays a withdrawal as recorded, differs from it, or needs nothing (null). */
export function comparePayout(
  line: PayoutLine,
  known: KnownPayout | undefined,
  side: PaidBy,
): PayoutDifference | 'matched' | null {
  const { status, key, amountInCents } = line
  if (known?.channel !== side) {
    // Nothing left, or it is back: nobody lost anything.
    const moved = status === 'approved' || status === 'pending'
    return moved ? 'reconcile_payout_unknown' : null
  }
  if (status === 'returned') return known.status === 'paid' ? 'reconcile_payout_returned' : null
  // By hand two people say how it ended; the gateway's end is ours to know.
  const unheard = ['sending', 'sent'].includes(known.status) && side === 'gateway'
  if (status === 'failed') return unheard ? 'reconcile_payout_missing' : null
  if (amountInCents !== known.pesos * 100) return 'reconcile_payout_amount'
  if (status === 'pending') return null
  if (known.matched !== null && known.matched !== key) return 'reconcile_payout_duplicate'
  if (unheard) return 'reconcile_payout_missing'
  if (known.status === 'paid' || known.status === 'sent') return 'matched'
  return 'reconcile_payout_repaid'
}

export type Compared = {
  /** Those that are new. */
  matches: { withdrawalId: string; line: string }[]
  /** Lines that pay a withdrawal, also those that matched it before. */
  matched: number
  differences: { kind: PayoutDifference; line: PayoutLine }[]
}

/** All lines of one side; a second line that pays the same withdrawal is a difference. */
export function comparePayouts(
  lines: readonly PayoutLine[],
  recorded: ReadonlyMap<string, KnownPayout>,
  side: PaidBy,
): Compared {
  const now = new Map(recorded)
  const found: Compared = { matches: [], matched: 0, differences: [] }
  for (const line of lines) {
    const known = now.get(line.reference ?? '')
    const kind = comparePayout(line, known, side)
    if (kind === null) continue
    if (kind !== 'matched') {
      found.differences.push({ kind, line })
    } else if (known && line.reference !== null) {
      found.matched += 1
      if (known.matched === null) {
        found.matches.push({ withdrawalId: known.withdrawalId, line: line.key })
      }
      now.set(line.reference, { ...known, matched: line.key })
    }
  }
  return found
}

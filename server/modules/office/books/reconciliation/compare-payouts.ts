// Differences between a payer of withdrawals and our record. No clock and no database.

/** One payment to a person in the list of the provider, or in a bank statement. */
export type PayoutLine = {
  /** Transaction of the provider, or a digest of the line. One line pays one withdrawal. */
  key: string
  /** Our reference; null when the line has none. */
  reference: string | null
  /** Amount in cents, always above zero. */
  amountInCents: number
  /** `returned`: the payment was made and came back. */
  status: 'pending' | 'approved' | 'failed' | 'returned'
}

export type PaidBy = 'gateway' | 'bank_file'

export type KnownPayout = {
  withdrawalId: string
  /** `requested`, `approved`, `sending`, `sent`, `paid`, `failed`, `rejected` or `cancelled`. */
  status: string
  /** Payer of the withdrawal; null before it is handed over. */
  channel: PaidBy | null
  pesos: number
  /** Whether two people recorded that the bank returned the paid money. */
  isReturned: boolean
  /** Key of the line that has paid the withdrawal; null without one. */
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

/** Compares a line with our record: it matches, differs, or needs nothing (null). */
export function comparePayout(
  line: PayoutLine,
  known: KnownPayout | undefined,
  side: PaidBy,
): PayoutDifference | 'matched' | null {
  const { status, key, amountInCents } = line
  if (known?.channel !== side) {
    // A payment without a withdrawal that failed or came back lost no money.
    const moved = status === 'approved' || status === 'pending'
    return moved ? 'reconcile_payout_unknown' : null
  }
  if (status === 'returned') return known.status === 'paid' ? 'reconcile_payout_returned' : null
  // Only results of the gateway can be missing: two people enter the results of payments by hand.
  const unheard = ['sending', 'sent'].includes(known.status) && side === 'gateway'
  if (status === 'failed') return unheard ? 'reconcile_payout_missing' : null
  if (amountInCents !== known.pesos * 100) return 'reconcile_payout_amount'
  if (status === 'pending') return null
  if (known.matched !== null && known.matched !== key) return 'reconcile_payout_duplicate'
  if (unheard) return 'reconcile_payout_missing'
  if (known.status === 'paid' || known.status === 'sent' || known.isReturned) return 'matched'
  return 'reconcile_payout_repaid'
}

export type Compared = {
  /** Lines that pay a withdrawal, including lines that matched before. */
  matches: { withdrawalId: string; line: PayoutLine }[]
  differences: { kind: PayoutDifference; line: PayoutLine }[]
  /** Subjects of cases: keys of all lines, and withdrawals that a line pays or differs from. */
  subjects: string[]
}

/** Compares all lines of one payer; a second line that pays the same withdrawal is a difference. */
export function comparePayouts(
  lines: readonly PayoutLine[],
  recorded: ReadonlyMap<string, KnownPayout>,
  side: PaidBy,
): Compared {
  const now = new Map(recorded)
  const found: Compared = { matches: [], differences: [], subjects: [] }
  for (const line of lines) {
    const known = now.get(line.reference ?? '')
    const kind = comparePayout(line, known, side)
    found.subjects.push(line.key)
    if (kind === null) continue
    if (known?.channel === side) found.subjects.push(known.withdrawalId)
    if (kind !== 'matched') {
      found.differences.push({ kind, line })
    } else if (known && line.reference !== null) {
      found.matches.push({ withdrawalId: known.withdrawalId, line })
      now.set(line.reference, { ...known, matched: line.key })
    }
  }
  return found
}

/** Which payment the confirmation page fetches. The status in the address is not trusted. */
export type Target =
  | { kind: 'reference'; reference: string; transactionId: string | null }
  | { kind: 'transaction'; transactionId: string }

/** Payment ids stored in this browser, used when the address has no parameters. */
export type Remembered = { transactionId: string | null; reference: string | null }

const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/
const TRANSACTION = /^[A-Za-z0-9-]{1,64}$/
/** Usual format of a transaction id (spec-coverage §5): 7, 10 and 5 digits, or `PAY-…`. */
const USUAL_TRANSACTION = /^(\d{7}-\d{10}-\d{5}$|PAY-)/

function fitting(value: string | null, pattern: RegExp): string | null {
  return value !== null && pattern.test(value) ? value : null
}

/** Priority: reference, gateway's id, stored pending transaction, last payment. */
export function targetOf(search: URLSearchParams, remembered: Remembered): Target | null {
  const asked = search.get('id') ?? search.get('transaction_id')
  const transactionId = fitting(asked, TRANSACTION)
  const reference = fitting(search.get('reference'), REFERENCE)
  if (reference) return { kind: 'reference', reference, transactionId }
  if (transactionId) return { kind: 'transaction', transactionId }
  if (asked !== null || search.has('reference')) return null
  if (remembered.transactionId) {
    return { kind: 'transaction', transactionId: remembered.transactionId }
  }
  const last = fitting(remembered.reference, REFERENCE)
  return last ? { kind: 'reference', reference: last, transactionId: null } : null
}

/** Whether a transaction id looks unusual. Only a warning: its payment is fetched too. */
export function isUnusualTransaction(transactionId: string | null): boolean {
  return transactionId !== null && !USUAL_TRANSACTION.test(transactionId)
}

/** Hints about a top-up while the person pays (spec-coverage §3, §4); the server decides. */

import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { readStoredJson } from '#web/lib/stored-json.ts'
import { REFERENCE, TIME } from '#web/stored/payment-reference.ts'

/** How long a payment counts as recent, ms (spec-coverage §9). */
export const RECENT_PAYMENT_MS = 300_000
/** Validity of the return address, ms; an older address belongs to another booking. */
const RETURN_MS = 2 * 3_600_000

const USER = 'auth_user_id'
const RETURN_TO = 'last_payment_return_to'
const PENDING_ID = 'pending_transaction_id'
const PENDING_USER = 'pending_transaction_user_id'
const UPDATED = 'wallet_payment_updated'

type Started = { reference: string; userId: string; returnTo: string | null }

/** Stores the payment. Call just before leaving for the gateway. */
export function rememberPayment(started: Started, now: number = deviceNow()): void {
  keepStored('local', REFERENCE, started.reference)
  keepStored('local', TIME, String(now))
  keepStored('local', USER, started.userId)
  const back = started.returnTo && JSON.stringify({ ...started, at: now })
  keepStored('local', RETURN_TO, back)
  keepStored('session', UPDATED, null)
}

/** Returns the milliseconds since this browser's last payment began; null when there is none. */
export function paymentAge(now: number = deviceNow()): number | null {
  const at = Number(readStored('local', TIME) ?? Number.NaN)
  return Number.isFinite(at) ? Math.max(0, now - at) : null
}

/** Returns the reference of this person's payment, if it began less than five minutes ago. */
export function recentReference(userId: string, now: number = deviceNow()): string | null {
  const age = paymentAge(now)
  if (age === null || age >= RECENT_PAYMENT_MS) return null
  return readStored('local', USER) === userId ? readStored('local', REFERENCE) : null
}

/** Returns the screen that this person left to top up. @param reference null accepts any payment */
export function paymentReturnTo(
  userId: string,
  reference: string | null,
  now: number = deviceNow(),
): string | null {
  const isRecent = ({ at }: { at: number }) => now - at < RETURN_MS
  const kept = readStoredJson<Started & { at: number }>('local', RETURN_TO, isRecent)
  if (kept?.userId !== userId) return null
  if (reference !== null && kept.reference !== reference) return null
  return safeReturnTo(kept.returnTo)
}

/** Returns the id of the transaction that was pending when this person last looked. */
export function pendingTransaction(userId: string): string | null {
  return readStored('local', PENDING_USER) === userId ? readStored('local', PENDING_ID) : null
}

export function savePendingTransaction(transactionId: string, userId: string): void {
  keepStored('local', PENDING_ID, transactionId)
  keepStored('local', PENDING_USER, userId)
}

export function clearPendingTransaction(): void {
  keepStored('local', PENDING_ID, null)
  keepStored('local', PENDING_USER, null)
}

/** Returns whether the wallet was already refreshed for this payment in this session. */
export function wasWalletUpdated(reference: string | null): boolean {
  return readStored('session', UPDATED) === (reference ?? 'true')
}

export function markWalletUpdated(reference: string | null): void {
  keepStored('session', UPDATED, reference ?? 'true')
}

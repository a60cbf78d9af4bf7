import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  markWalletUpdated,
  paymentAge,
  RECENT_PAYMENT_MS,
  recentReference,
  wasWalletUpdated,
} from '#web/domain/payments/payment-memory.ts'
import { forgetReference } from '#web/domain/payments/payment-reference.ts'

/** Delay before the refresh, because a payment needs a moment to arrive (spec-coverage §4). */
const WITH_REFERENCE_MS = 3000
const WITHOUT_REFERENCE_MS = 2000

/** Deletes the stored reference after five minutes, also while the screen stays open. */
function useForgetting(): void {
  useEffect(() => {
    const age = paymentAge()
    if (age === null) return
    const timer = setTimeout(forgetReference, Math.max(0, RECENT_PAYMENT_MS - age))
    return () => clearTimeout(timer)
  }, [])
}

/**
 * Refreshes the wallet on return from a payment: once per payment and session, after a delay.
 * @returns null when the person did not come from a payment
 */
export function usePaymentReturn(
  userId: string,
  refresh: () => Promise<void>,
): 'waiting' | 'updated' | null {
  useForgetting()
  const [search] = useSearchParams()
  const named = search.get('reference')
  const returning = search.get('payment_return') === 'true' || named !== null
  const [reference] = useState(() => named ?? recentReference(userId))
  const [updated, setUpdated] = useState(() => wasWalletUpdated(reference))
  const waiting = returning && !updated
  useEffect(() => {
    if (!waiting) return
    const delay = reference === null ? WITHOUT_REFERENCE_MS : WITH_REFERENCE_MS
    const timer = setTimeout(() => {
      markWalletUpdated(reference)
      void refresh().then(() => setUpdated(true))
    }, delay)
    return () => clearTimeout(timer)
  }, [waiting, reference, refresh])
  if (!returning) return null
  return waiting ? 'waiting' : 'updated'
}

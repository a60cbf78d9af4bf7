import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { newIdempotencyKey } from '#web/lib/keys.ts'
import { rememberPayment } from '#web/lib/payment-memory.ts'
import type { SessionUser } from '#web/lib/session-state.ts'
import { goToCheckout, readCheckout } from './checkout.ts'
import { NO_USER } from './top-up-rules.ts'

const KEY = 'wallet_topup_key'

/** The same key while the same top-up is retried, also after a reload; another amount, another. */
function keyFor(userId: string, amount: number): string {
  const owner = `${userId}:${amount}:`
  const kept = readStored('session', KEY)
  if (kept?.startsWith(owner)) return kept.slice(owner.length)
  const key = newIdempotencyKey()
  keepStored('session', KEY, owner + key)
  return key
}

/** Only when nobody answered is the outcome unknown; else the next press is a new payment. */
function releaseKey(error?: unknown): void {
  const unknown = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  if (!unknown) keepStored('session', KEY, null)
}

async function startTopUp(user: SessionUser, amount: number, returnTo: string | null) {
  if (!user.id || !user.email) throw new Error(NO_USER)
  const idempotencyKey = keyFor(user.id, amount)
  try {
    const answer = await api.payments.create({ body: { amount, userId: user.id }, idempotencyKey })
    const checkout = readCheckout(answer)
    releaseKey()
    rememberPayment({ reference: checkout.reference, userId: user.id, returnTo })
    goToCheckout(checkout)
  } catch (error) {
    releaseKey(error)
    throw error
  }
}

/** Prepares the payment and leaves for the gateway. Once it worked, the page is on its way out. */
export function useTopUp(user: SessionUser, returnTo: string | null) {
  const mutation = useMutation({
    mutationFn: (amount: number) => startTopUp(user, amount, returnTo),
  })
  const { reset } = mutation
  useEffect(() => {
    // The browser's back button shows the page as it was left: ready for another try.
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [reset])
  return {
    start: mutation.mutate,
    leaving: mutation.isPending || mutation.isSuccess,
    error: mutation.error,
  }
}

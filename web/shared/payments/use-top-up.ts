import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'
import { ApiError, isFinal } from '#web/lib/api-error.ts'
import { confirmKey, forgetConfirmKey } from '#web/lib/confirm-key.ts'
import type { SessionUser } from '../access/auth/session-state.ts'
import { goToCheckout, readCheckout } from './checkout.ts'
import { rememberPayment } from './payment-memory.ts'
import { NO_USER } from './top-up-rules.ts'

const SCREEN = 'top-up'

type Leaving = {
  /** Amount in whole pesos. */
  amount: number
  returnTo: string | null
  /** Runs after the payment was started and before the redirect to the gateway; it can reject. */
  onStarted?: (() => Promise<unknown>) | undefined
}

async function startTopUp(user: SessionUser, { amount, returnTo, onStarted }: Leaving) {
  if (!user.id || !user.email) throw new Error(NO_USER)
  const body = { amount, userId: user.id }
  const idempotencyKey = confirmKey(SCREEN, body)
  try {
    const answer = await api.payments.create({ body, idempotencyKey })
    const checkout = readCheckout(answer)
    forgetConfirmKey(SCREEN)
    await onStarted?.().catch(() => undefined)
    rememberPayment({ reference: checkout.reference, userId: user.id, returnTo })
    goToCheckout(checkout)
  } catch (error) {
    if (!(error instanceof ApiError) || isFinal(error)) forgetConfirmKey(SCREEN)
    throw error
  }
}

/** Prepares the payment and redirects to the gateway. On success the browser leaves the page. */
export function useTopUp(user: SessionUser) {
  const mutation = useMutation({ mutationFn: (leaving: Leaving) => startTopUp(user, leaving) })
  useResetOnBack(mutation.reset)
  return {
    userId: user.id,
    start: mutation.mutate,
    leaving: mutation.isPending || mutation.isSuccess,
    error: mutation.error,
  }
}

/** Calls `reset` when "back" restores the page from bfcache with the old state of a mutation. */
export function useResetOnBack(reset: () => void): void {
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [reset])
}

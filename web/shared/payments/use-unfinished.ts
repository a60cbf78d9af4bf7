import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { useAct } from '#web/ui/use-act.ts'
import { goToCheckout, readCheckout } from './checkout.ts'
import { paymentReturnTo, rememberPayment } from './payment-memory.ts'
import { useResetOnBack } from './use-top-up.ts'

/** What is known of an unfinished top-up is refetched after both actions, also after a refusal. */
const STALE = [['wallet'], ['payment'], queryKeys.seatKeep()] as const

/**
 * Actions on a top-up of which the gateway knows no transaction: back to the gateway with the same
 * reference, which cannot be charged twice, or out of the list.
 */
export function useUnfinished(userId: string, reference: string) {
  const refetch = useRefetch()
  const resume = useMutation({
    mutationFn: async () => {
      const checkout = readCheckout(await api.payments.resume({ body: { reference } }))
      rememberPayment({ reference, userId, returnTo: paymentReturnTo(userId, reference) })
      goToCheckout(checkout)
    },
    onError: () => refetch(...STALE),
  })
  const discard = useAct(() => api.payments.discard({ body: { reference } }), {
    refresh: [...STALE],
  })
  useResetOnBack(resume.reset)
  return {
    resume: () => resume.mutate(),
    leaving: resume.isPending || resume.isSuccess,
    discard: discard.mutate,
    discarding: discard.isPending,
    discarded: discard.isSuccess,
    error: resume.error ?? discard.error,
  }
}

/** What a discarded top-up still can do, because its reference stays open at the gateway. */
export const DISCARDED_NOTE =
  'Si tu banco la aprueba después, la sumamos a tu saldo y te avisamos. No apartamos cupo por ella.'

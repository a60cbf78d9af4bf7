import { useQueryClient } from '@tanstack/react-query'
import type {
  CreditCause,
  DeskAction,
  DeskActionsView,
  DeskAudience,
  DeskDone,
  DeskLock,
  MoneyAct,
  RefundCause,
} from '#contract/desk-actions.ts'
import { api } from '#web/lib/api.ts'
import { useNeeded } from '#web/lib/needed-answer.ts'
import { rereadShown } from '#web/lib/query-client.ts'
import { useAct } from '#web/ui/use-act.ts'
import type { Subject } from './action-words.ts'

/** Fields of all forms; each action reads its own. */
export type Draft = {
  reason: string
  text: string
  to: DeskAudience
  lock: DeskLock
  pesos: number | null
  cause: string
  withdrawable: boolean
  gatewayReference: string
}

const keyOf = ({ kind, id }: Subject) => ['desk-actions', kind, id]

/** Loads what the team can do here, before the screen shows anything: it must not move later. */
export function useActions(subject: Subject): DeskActionsView | undefined {
  const params = { subjectKind: subject.kind, subjectId: subject.id }
  return useNeeded(keyOf(subject), (signal) => api.deskActions.show({ params, signal }))
}

type Sent = { action: DeskAction; draft: Draft; id: string }

/** Does an action, then reads its screen again. `id` makes a repeat of the same press harmless. */
export function useDeskAct(subject: Subject, onDone: (done: DeskDone) => void) {
  const queries = useQueryClient()
  return useAct(({ action, draft, id }: Sent) => send(subject, action, draft, id), {
    onDone,
    refresh: () => rereadShown(queries),
  })
}

export type MoneyDecision = 'sign' | 'refuse' | 'unpaid'

/** Decides a credit or refund that waits for a second person. */
export function useDecide({ id, last }: MoneyAct, onDone: (done: DeskDone) => void) {
  const queries = useQueryClient()
  return useAct(
    ({ outcome, note: reason }: { outcome: MoneyDecision; note: string }) => {
      const { signMoney, refuseMoney, sayUnpaid } = api.deskActions
      const params = { moneyActId: id }
      if (outcome === 'refuse') return refuseMoney({ params, body: { reason } })
      const call = outcome === 'sign' ? signMoney : sayUnpaid
      return call({ params, body: { reason, isLast: last[outcome] } })
    },
    // The wallet on the page of the person changes: that is another view of them.
    { onDone, refresh: () => queries.invalidateQueries() },
  )
}

function send(subject: Subject, action: DeskAction, draft: Draft, id: string): Promise<DeskDone> {
  const params = { subjectKind: subject.kind, subjectId: subject.id }
  const { text, to, lock, cause, withdrawable, gatewayReference } = draft
  const reason = draft.reason.trim()
  const pesos = draft.pesos ?? 0
  const body = { reason }
  const { deskActions } = api
  const ofTrip = { params: { tripId: subject.id }, body }
  const calls: Record<DeskAction, () => Promise<DeskDone>> = {
    message: () => deskActions.sendMessage({ params, body: { id, to, text: text.trim(), reason } }),
    note: () => deskActions.writeNote({ params, body: { id, text: text.trim() } }),
    resend: () => deskActions.resend({ params, body }),
    unlock: () => deskActions.unlock({ params: { userId: subject.id }, body: { lock, reason } }),
    pause: () => deskActions.pauseTrip(ofTrip),
    resume: () => deskActions.resumeTrip(ofTrip),
    cancel: () =>
      subject.kind === 'trip'
        ? deskActions.cancelTrip(ofTrip)
        : deskActions.cancelBooking({ params: { bookingId: subject.id }, body }),
    credit: () =>
      deskActions.proposeCredit({
        params: { userId: subject.id },
        body: { id, pesos, cause: cause as CreditCause, withdrawable, reason },
      }),
    refund: () =>
      deskActions.proposeRefund({
        params: { paymentId: subject.id },
        body: {
          ...{ id, pesos, cause: cause as RefundCause, reason },
          gatewayReference: gatewayReference.trim(),
        },
      }),
  }
  return calls[action]()
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'
import { hasCode, isFinal } from '#web/lib/api-error.ts'
import { confirmKey, forgetConfirmKey } from '#web/lib/confirm-key.ts'
import { useOnline } from '#web/lib/online.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import {
  useExtendKeep,
  useForgetSeats,
  useShowKeep,
} from '#web/shared/bookings/seat-keeps/use-keep.ts'
import { useTopUp } from '#web/shared/payments/use-top-up.ts'
import { type BookPlan, shortfall, topUpFor } from './book-plan.ts'
import { rememberChoices } from './booking-habits.ts'
import {
  bookingRequest,
  connectionRequest,
  forgetIntent,
  isIntended,
  rememberIntent,
} from './booking-intent.ts'

/** Reasons why the person cannot book now, in order of priority. */
export type Obstacle = 'offline' | 'no_seats' | 'validating' | 'money' | null

type Confirming = {
  plan: BookPlan
  /** Whether every choice is made. Without them nothing is booked, also not after a top-up. */
  complete: boolean
  user: SessionUser
  onKept: (keepId: string) => void
  onBooked: (bookingId: string) => void
  /** Builds the address that the gateway returns to, with the id of the seat keep. */
  returnTo: (keepId: string | null) => string
}

/** Actions of the last booking step: book, keep the seats, top up the missing amount. */
export function useConfirm({ plan, complete, user, onKept, onBooked, returnTo }: Confirming) {
  const balance = useBalance(plan.keep !== null)
  const online = useOnline()
  const book = useBook(plan, onBooked)
  const keep = useKeepSeats(plan, onKept)
  const extend = useExtendKeep(plan.trip.id)
  const topUp = useTopUp(user)
  const missing = missingFor(plan, balance.data)
  const obstacle = obstacleOf(plan, { online, missing })
  const pay = (keepId: string | null) => {
    const onStarted = keepId === null ? undefined : () => extend.mutateAsync(keepId)
    topUp.start({ amount: topUpFor(missing), returnTo: returnTo(keepId), onStarted })
  }
  /** Keeps the seats, then redirects to the gateway. */
  const topUpAndBook = () => {
    rememberIntent(plan)
    if (plan.keep) pay(plan.keep.id)
    else keep.mutate(undefined, { onSuccess: (made) => pay(made.keep.id) })
  }
  const ready = complete && balance.isSuccess && obstacle === null
  useBookOnReturn(plan, { ready, book: book.mutate })
  return { balance, online, book, keep, topUp, missing, obstacle, topUpAndBook }
}

/** Books once after the top-up has arrived, if the person confirmed this booking before paying. */
function useBookOnReturn(plan: BookPlan, { ready, book }: { ready: boolean; book: () => void }) {
  useEffect(() => {
    if (!ready || !isIntended(plan)) return
    forgetIntent(plan)
    book()
  }, [ready, plan, book])
}

/** Missing pesos in the wallet; until the balance has loaded, the keep's `shortfall`. */
function missingFor(plan: BookPlan, balance: number | undefined): number {
  if (balance !== undefined) return shortfall(plan, balance)
  return plan.mode === 'billetera' ? (plan.keep?.shortfall ?? 0) : 0
}

function obstacleOf(
  { segment, seats, keep }: BookPlan,
  { online, missing }: { online: boolean; missing: number },
): Obstacle {
  if (!online) return 'offline'
  if (segment.seatsLeft < seats) return 'no_seats'
  if (missing === 0) return null
  return keep && keep.validating >= missing ? 'validating' : 'money'
}

/** Books the plan. Idempotent: retries send the same key. */
function useBook(plan: BookPlan, onBooked: (bookingId: string) => void) {
  const client = useQueryClient()
  const refetch = useRefetch()
  const { refreshBalance, reload } = useAuth()
  const { trip, keep, segment } = plan
  const screen = `book:${trip.id}`
  return useMutation({
    mutationFn: async () => {
      const both = connectionRequest(plan)
      if (both) {
        const idempotencyKey = confirmKey(screen, both)
        const { bookings } = await api.connections.book({ body: both, idempotencyKey })
        return { booking: bookings[0] }
      }
      const body = bookingRequest(plan)
      // The idempotency key ignores `keepId`, which a retry may lack, and `answerUntil`.
      return await api.bookings.book({
        params: { tripId: trip.id },
        body: { ...body, answerUntil: segment.answerUntil ?? undefined, keepId: keep?.id },
        idempotencyKey: confirmKey(screen, body),
      })
    },
    onSuccess: ({ booking }) => {
      forgetConfirmKey(screen)
      rememberChoices(plan)
      client.setQueryData(queryKeys.booking(booking.id), { booking })
      onBooked(booking.id)
    },
    onError: (error) => {
      if (isFinal(error)) forgetConfirmKey(screen)
      // Reloading the person adds the step that asks for the missing data.
      if (hasCode(error, 'profile_incomplete', 'email_unconfirmed')) void reload()
      if (hasCode(error, 'safe_point_not_found')) void refetch(['safe-points'])
    },
    onSettled: () => {
      void refreshBalance()
      const ids = [trip.id, plan.change?.trip.id ?? trip.id].map((id) => ['trip', id])
      return refetch(...ids, ['bookings'], ['search'], queryKeys.seatKeep(), ['wallet'])
    },
  })
}

const WATCH_MS = 5_000

/** Pesos in the wallet, always stale: a top-up may have arrived. @param watch polls for one */
function useBalance(watch = false) {
  return useRead(
    queryKeys.balance(),
    async (signal) => (await api.wallet.balance({ signal })).balance,
    { staleTime: 0, refetchInterval: watch ? WATCH_MS : false },
  )
}

/** Keeps the seats of the plan. Idempotent: retries send the same key. */
function useKeepSeats(plan: BookPlan, onKept: (id: string) => void) {
  const { trip, segment, seats } = plan
  const show = useShowKeep()
  const forget = useForgetSeats()
  const screen = `keep:${trip.id}`
  return useMutation({
    mutationFn: () => {
      const both = connectionRequest(plan)
      if (both) {
        const sent = { parts: both.parts, seats }
        const idempotencyKey = confirmKey(screen, sent)
        return api.seatKeeps.keepBoth({ body: sent, idempotencyKey })
      }
      const body = { fromStopId: segment.fromStopId, toStopId: segment.toStopId, seats }
      const idempotencyKey = confirmKey(screen, body)
      return api.seatKeeps.keep({ params: { tripId: trip.id }, body, idempotencyKey })
    },
    onSuccess: ({ keep }) => {
      forgetConfirmKey(screen)
      show(keep.status === 'open' ? keep : null)
      onKept(keep.id)
    },
    onError: (error) => {
      if (isFinal(error)) forgetConfirmKey(screen)
    },
    onSettled: () => forget(trip.id),
  })
}

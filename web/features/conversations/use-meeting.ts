import { useEffect, useRef } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import type { MeetingEnd, Message } from '#contract/conversations.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { conversationKeys } from '#web/shared/conversations/conversation-keys.ts'
import { useTrip } from '#web/shared/trips/use-trip.ts'
import { useAct } from '#web/ui/use-act.ts'
import type { Known } from './merge-pages.ts'

/** An end of the passenger's part at which the two can choose a point. */
export type OpenEnd = { end: MeetingEnd; placeId: string; place: string; isMissing: boolean }

export type Meeting = { booking: BookingView; ends: readonly OpenEnd[] }

/** Reads the booking of a conversation and what can still be agreed; undefined without one. */
export function useMeeting({ conversation, messages }: Known): Meeting | undefined {
  const { bookingId, kind } = conversation
  const id = kind === 'direct' ? bookingId : null
  const { data } = useRead(
    queryKeys.booking(id ?? ''),
    (signal) => api.bookings.show({ params: { bookingId: id ?? '' }, signal }),
    { enabled: id !== null },
  )
  useRefetchOnAnswer(id, messages)
  const booking = data?.booking
  const part = booking && { from: booking.from.id, to: booking.to.id }
  const enabled = booking?.can.changeMeeting === true
  const trip = useTrip(booking?.tripId ?? '', part, { enabled })
  if (!booking) return undefined
  const corridor = booking.can.changeMeeting ? (trip.data?.trip.corridor ?? []) : []
  const ends = (['from', 'to'] as const).flatMap((end): OpenEnd[] => {
    const stop = corridor.find((each) => each.id === booking[end].id)
    if (stop?.point !== null) return []
    const { placeId, name } = stop
    return [{ end, placeId, place: name, isMissing: booking[end].point === null }]
  })
  return { booking, ends }
}

/** An answer of the other person changes the booking, which is then read again. */
function useRefetchOnAnswer(bookingId: string | null, messages: readonly Message[]): void {
  const refetch = useRefetch()
  const accepted = messages.filter(({ proposal }) => proposal?.state === 'accepted').length
  const before = useRef(accepted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an accepted proposal is the trigger.
  useEffect(() => {
    if (bookingId && accepted > before.current) void refetch(queryKeys.booking(bookingId))
    before.current = accepted
  }, [bookingId, accepted])
}

/** Proposes a point to the other person; the press makes the id, so that a repeat is the same. */
export function usePropose(conversationId: string) {
  return useAct(
    (proposed: { id: string; end: MeetingEnd; pointId: string }) =>
      api.conversations.propose({ params: { conversationId }, body: proposed }),
    { refresh: [conversationKeys.one(conversationId)] },
  )
}

/** Answers a proposal; an accepted one changes the ticket and the run sheet. */
export function useAnswer(conversationId: string, messageId: string, tripId: string) {
  return useAct(
    (answer: 'accepted' | 'declined' | 'withdrawn') =>
      api.conversations.answerProposal({ params: { conversationId, messageId }, body: { answer } }),
    {
      refresh: [
        conversationKeys.one(conversationId),
        ['booking'],
        ['bookings'],
        ['run-sheet', tripId],
        queryKeys.passengers(tripId),
      ],
    },
  )
}

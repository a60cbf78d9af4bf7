import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { sentence } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { tellResult } from './action-result.tsx'

const answers = [
  { kind: 'accept', word: 'Aceptar', said: 'Aceptaste a', variant: 'primary' },
  { kind: 'reject', word: 'Rechazar', said: 'Rechazaste la solicitud de', variant: 'secondary' },
] as const

type Answer = (typeof answers)[number]

function useAnswerBooking({ id, tripId, passenger }: BookingView) {
  return useAct(({ kind }: Answer) => api.bookings[kind]({ params: { bookingId: id }, body: {} }), {
    onDone: (_booking, { said }) => tellResult([id, tripId], sentence(`${said} ${passenger.name}`)),
    refresh: [
      queryKeys.booking(id),
      queryKeys.passengers(tripId),
      ['trip', tripId],
      queryKeys.publishedTrips(),
    ],
  })
}

/** Buttons by which the driver accepts or rejects a request; small and named `inList`. */
export function AnswerBooking({ booking, inList }: { booking: BookingView; inList?: boolean }) {
  const answer = useAnswerBooking(booking)
  const sending = answer.isPending ? answer.variables.kind : null
  return (
    <>
      <ErrorBanner error={answer.error} />
      <div className={cx('flex flex-wrap', inList ? 'gap-2' : 'gap-3')}>
        {answers.map((each) => (
          <Button
            key={each.kind}
            size={inList ? 'sm' : 'md'}
            variant={each.variant}
            disabled={!booking.can[each.kind] || (sending !== null && sending !== each.kind)}
            pending={sending === each.kind}
            aria-label={inList ? `${each.word} a ${booking.passenger.name}` : undefined}
            onClick={() => answer.mutate(each)}
          >
            {each.word}
          </Button>
        ))}
      </div>
    </>
  )
}

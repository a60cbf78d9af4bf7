import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { TRAVELS } from '#contract/moments.ts'
import { api } from '#web/lib/api.ts'
import { serverNow } from '#web/lib/clock.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { expectedDropOff } from '#web/shared/bookings/moment-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { QUIET_LINK, Quiet } from '#web/ui/rows.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { isTravelDay } from './use-booking-moment.ts'

const ASKED_FOR_MS = 24 * 3_600_000

const WHY: Record<NonNullable<JourneyView['asks']>, string> = {
  no_news: 'Nadie marcó el fin del viaje y no tenemos noticias del carro.',
  doubt: 'El conductor la marcó mucho antes de lo previsto. Dinos si es cierto.',
}

/**
 * Lets a passenger say that they arrived, also when it `isOver`: who follows the trip sees it for
 * 15 minutes more. Asks them when nobody knows it.
 */
export function ArrivalWord({ booking, isOver }: { booking: BookingView; isOver: boolean }) {
  const { tripId, from, to, state } = booking
  const [queryKey, now] = [queryKeys.journey(tripId), serverNow()]
  // Who waits for a late car has not travelled: "ya llegué" would be said of the pick-up.
  const endsAt = expectedDropOff(booking).getTime()
  const hasBegun = now >= (state === 'confirmed' ? endsAt : Date.parse(from.at))
  const isNear =
    TRAVELS.includes(booking.status) &&
    (hasBegun ? now < endsAt + ASKED_FOR_MS : isTravelDay(booking))
  const { data } = useRead(
    queryKey,
    (signal) => api.journeys.show({ params: { tripId }, signal }),
    { enabled: isNear },
  )
  const word = useAct(
    (arrived: boolean) => api.journeys.sayArrival({ params: { tripId }, body: { arrived } }),
    { shows: queryKey },
  )
  const { asks = null, arrived = null, tripState } = data?.journey ?? {}
  const say = (said: boolean, text: string) => (
    <Button
      variant={said ? 'primary' : 'secondary'}
      size="sm"
      pending={word.isPending && word.variables === said}
      onClick={() => word.mutate(said)}
    >
      {text}
    </Button>
  )
  if (!isNear || !data) return null
  if (arrived) return <Banner tone="ok" title={`Dijiste que llegaste a ${to.name}`} />
  if (!asks && !hasBegun) return null
  if (!asks) {
    return (
      <Quiet>
        {isOver
          ? 'Quien sigue tu viaje queda tranquilo si lo dices tú.'
          : `Cuando llegues a ${to.name}, dilo: quien sigue tu viaje queda tranquilo.`}{' '}
        <button
          type="button"
          className={QUIET_LINK}
          aria-disabled={word.isPending}
          onClick={() => word.mutate(true)}
        >
          Ya llegué
        </button>
        <ErrorBanner error={word.error} />
      </Quiet>
    )
  }
  const isSought = arrived === false && tripState === 'no_news'
  return (
    <>
      <ErrorBanner error={word.error} />
      <Banner
        tone="warn"
        title={`¿Ya llegaste a ${to.name}?`}
        action={
          <span className="flex flex-wrap gap-2">
            {say(false, 'Todavía no')}
            {say(true, 'Ya llegué')}
          </span>
        }
      >
        {isSought && 'Le avisamos al equipo de Cupo, que te busca. En peligro, llama al 123. '}
        {WHY[asks]}
      </Banner>
    </>
  )
}

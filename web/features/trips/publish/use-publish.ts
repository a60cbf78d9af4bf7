import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { SeriesView } from '#contract/recurrence.ts'
import { api } from '#web/lib/api.ts'
import { confirmKey, forgetConfirmKey, isFinalRefusal } from '#web/lib/confirm-key.ts'
import { plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { toastDone } from '#web/ui/toaster.ts'
import { type Draft, type Prices, publishBody, weekdaysOf } from './publish-draft.ts'

const SCREEN = 'publish'

type Published = { to: string; text: string }

async function publishDraft(draft: Draft, prices: Prices): Promise<Published> {
  const trip = publishBody(draft, prices)
  if (!trip) throw new Error('the draft is not finished')
  if (draft.repeat) {
    const until = draft.repeat.until ? { until: draft.repeat.until } : {}
    const body = { trip, weekdays: weekdaysOf(draft), ...until }
    const idempotencyKey = confirmKey(SCREEN, body)
    const { series } = await api.recurrence.create({ body, idempotencyKey })
    return { to: paths.myTrips('conductor'), text: seriesText(series) }
  }
  const idempotencyKey = confirmKey(SCREEN, trip)
  const answer = await api.trips.publish({ body: trip, idempotencyKey })
  if (!answer.returnTrip) {
    return { to: paths.ownTrip(answer.trip.id), text: 'Tu viaje quedó publicado.' }
  }
  return { to: paths.myTrips('conductor'), text: 'Tu viaje y el regreso quedaron publicados.' }
}

function seriesText({ days }: SeriesView): string {
  const published = days.filter((day) => day.tripId).length
  const skipped = days.length - published
  const text = `Publicamos ${plural(published, 'viaje', 'viajes')}.`
  if (skipped === 0) return text
  return `${text} ${plural(skipped, 'día quedó', 'días quedaron')} por fuera: aquí ves por qué.`
}

/** Publishes the draft (idempotent) and navigates to the result. */
export function usePublish(draft: Draft, prices: Prices | null, onPublished: () => void) {
  const navigate = useNavigate()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async () => {
      if (!prices) throw new Error('the price is not known yet')
      return await publishDraft(draft, prices)
    },
    onSuccess: ({ to, text }) => {
      forgetConfirmKey(SCREEN)
      toastDone(text)
      void refetch(queryKeys.publishedTrips(), queryKeys.tripSeries(), ['search'])
      void navigate(to, { replace: true })
      onPublished()
    },
    onError: (error) => {
      if (isFinalRefusal(error)) forgetConfirmKey(SCREEN)
    },
  })
}

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { SeriesView } from '#contract/recurrence.ts'
import { api } from '#web/lib/api.ts'
import { isFinal } from '#web/lib/api-error.ts'
import { confirmKey, forgetConfirmKey } from '#web/lib/confirm-key.ts'
import { plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import type { News } from '../own/published-news.tsx'
import { type Draft, type Prices, publishBody, repeatBody } from './publish-draft.ts'

const SCREEN = 'publish'

type Published = { tripId: string | undefined; news: News }

async function publishDraft(draft: Draft, prices: Prices): Promise<Published> {
  const trip = publishBody(draft, prices)
  if (!trip) throw new Error('the draft is not finished')
  if (draft.repeat) {
    const body = { trip, ...repeatBody(draft) }
    const idempotencyKey = confirmKey(SCREEN, body)
    const { series } = await api.recurrence.create({ body, idempotencyKey })
    return publishedSeries(series)
  }
  const idempotencyKey = confirmKey(SCREEN, trip)
  const answer = await api.trips.publish({ body: trip, idempotencyKey })
  const text = answer.returnTrip
    ? 'Tu viaje y el regreso quedaron publicados.'
    : 'Tu viaje quedó publicado.'
  return { tripId: answer.trip.id, news: { text, skipped: [] } }
}

function publishedSeries({ days, withReturn }: SeriesView): Published {
  const published = days.filter((day) => day.tripId)
  const skipped = days.flatMap((day) =>
    day.skipped ? { date: day.date, reason: day.skipped.reason } : [],
  )
  const trips = published.length * (withReturn ? 2 : 1)
  const text = `Publicamos ${plural(trips, 'viaje', 'viajes')}.`
  return { tripId: published[0]?.tripId ?? undefined, news: { text, skipped } }
}

type Asked = { draft: Draft; prices: Prices | null }

/** Publishes a draft (idempotent) and opens its trip, which is then shared first. */
export function usePublish(onPublished: () => void) {
  const navigate = useNavigate()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async ({ draft, prices }: Asked) => {
      if (!prices) throw new Error('the price is not known yet')
      return await publishDraft(draft, prices)
    },
    onSuccess: ({ tripId, news }) => {
      forgetConfirmKey(SCREEN)
      void refetch(queryKeys.publishedTrips(), queryKeys.tripSeries(), ['search'])
      const to = tripId ? paths.ownTrip(tripId) : paths.myTrips('conductor')
      void navigate(to, { replace: true, state: { published: news } })
      onPublished()
    },
    onError: (error) => {
      if (isFinal(error)) forgetConfirmKey(SCREEN)
    },
  })
}

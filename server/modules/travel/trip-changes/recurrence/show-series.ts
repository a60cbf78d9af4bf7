import type { SeriesView } from '#contract/recurrence.ts'
import { namePlaces } from '#server/modules/roads/places/index.ts'
import { returnIdOf } from '#server/modules/travel/trips/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listDaysOf, listSeriesOfDriver, type SeriesDayRow } from './recurrence.queries.ts'
import type { Series } from './series.ts'

/** Lists a person's series, the latest first, with their days from today on. */
export async function listSeries(deps: ReadDeps, { userId }: ActorId): Promise<SeriesView[]> {
  return present(deps, await listSeriesOfDriver(deps.db, userId))
}

/** Presents one series to its driver. */
export async function presentSeries(deps: ReadDeps, series: Series): Promise<SeriesView> {
  const [view] = await present(deps, [series])
  assert(view, 'one series in, one out')
  return view
}

async function present(deps: ReadDeps, all: readonly Series[]): Promise<SeriesView[]> {
  const today = bogotaDate(deps.clock.now())
  const ids = all.map((series) => series.id)
  const days = Map.groupBy(await listDaysOf(deps.db, ids, today), (day) => day.seriesId)
  const stops = all.flatMap(({ template }) => template?.stops ?? [])
  const placeIds = stops.map((stop) => stop.placeId)
  const place = await namePlaces(deps, placeIds)
  return all.map((series) => view(series, days.get(series.id) ?? [], { today, place }))
}

function view(
  series: Series,
  days: readonly SeriesDayRow[],
  { today, place }: { today: string; place: (id: string) => { name: string } },
): SeriesView {
  const { template, departsMinute, until } = series
  const clock = [Math.floor(departsMinute / 60), departsMinute % 60]
  const isOver = series.status !== 'stopped' && until !== null && until < today
  return {
    id: series.id,
    status: isOver ? 'ended' : series.status,
    stops: (template?.stops ?? []).flatMap(({ placeId, via }) => (via ? [] : place(placeId).name)),
    time: clock.map((part) => String(part).padStart(2, '0')).join(':'),
    weekdays: series.weekdays,
    until,
    // Of a template that cannot be read nothing is shown: it has no stops.
    seats: template?.seats ?? 1,
    seatPrice: template?.seatPrice ?? 1,
    withReturn: template?.returnTrip !== undefined,
    days: days.map(({ date, tripId, refusedCode: code, refusedReason: reason }) => {
      const returnTripId = tripId && template?.returnTrip ? returnIdOf(tripId) : null
      return { date, tripId, returnTripId, skipped: code && reason ? { code, reason } : null }
    }),
  }
}

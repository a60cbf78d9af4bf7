/** Shows the next days of a corridor with their number of trips (web/features/corridors). */
import { api } from '#web/lib/api.ts'
import { element, firstIn } from '#web/lib/elements.ts'
import { plural, relativeDay, today } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'

/** Replaces the link to today's trips, unless loading fails, by one link per day with trips. */
export async function enhanceNextTrips(box: HTMLElement): Promise<void> {
  const { from = '', to = '' } = box.dataset
  const day = today()
  const answer = await api.search.trips({ query: { from, to, date: day } }).catch(() => null)
  if (!answer) return
  const days = [{ date: day, count: answer.total }, ...answer.nearbyDates]
    .filter(({ date, count }) => date >= day && count > 0)
    .sort((a, b) => a.date.localeCompare(b.date))
  const status = firstIn(box, '[role="status"]')
  if (days.length === 0) {
    status.textContent = 'Aún no hay viajes publicados para hoy ni los tres días siguientes.'
    return
  }
  const list = firstIn(box, 'ul')
  const sample = firstIn(list, 'li')
  list.replaceChildren(
    ...days.map(({ date, count }) => {
      const row = sample.cloneNode(true) as HTMLElement
      const link = firstIn<HTMLAnchorElement>(row, 'a')
      link.href = paths.search({ from, to, date })
      link.replaceChildren(
        element('span', '', relativeDay(date)),
        element('span', 'tnum', plural(count, 'viaje', 'viajes')),
      )
      return row
    }),
  )
}

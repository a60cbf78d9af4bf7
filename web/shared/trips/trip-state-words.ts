// Apart from trip-words.ts, which the page of a booking loads.
import type { TripState } from '#contract/trips.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'
import { tripStatusWords } from './trip-words.ts'

/** Where a trip is, by what was pressed and seen. */
export const tripStateWords: Record<TripState, { text: string; tone: PillTone }> = {
  draft: tripStatusWords.draft,
  to_leave: { text: 'Por salir', tone: 'ok' },
  late_to_leave: { text: 'Tarde para salir', tone: 'err' },
  on_the_way: tripStatusWords.in_progress,
  late_to_arrive: { text: 'Tarde para llegar', tone: 'err' },
  no_news: { text: 'Sin noticias', tone: 'warn' },
  finished: { text: 'Terminado', tone: 'neutral' },
  cancelled: tripStatusWords.cancelled,
}

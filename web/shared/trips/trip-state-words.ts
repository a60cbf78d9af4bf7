// Apart from trip-words.ts, which the page of a booking loads.
import { tripStateTexts } from '#contract/trip-state-words.ts'
import type { TripState } from '#contract/trips.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

const tones: Record<TripState, PillTone> = {
  draft: 'neutral',
  to_leave: 'ok',
  late_to_leave: 'err',
  on_the_way: 'info',
  late_to_arrive: 'err',
  no_news: 'warn',
  finished: 'neutral',
  cancelled: 'err',
}

/** Where a trip is, by what was pressed and seen. */
export const tripStateWords = (state: TripState) => ({
  text: tripStateTexts[state],
  tone: tones[state],
})

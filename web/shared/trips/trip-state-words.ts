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

const wordsOf = (state: TripState) => ({ text: tripStateTexts[state], tone: tones[state] })

/** Where a trip is, by what was pressed and seen. */
export const tripStateWords: Record<TripState, { text: string; tone: PillTone }> = {
  draft: wordsOf('draft'),
  to_leave: wordsOf('to_leave'),
  late_to_leave: wordsOf('late_to_leave'),
  on_the_way: wordsOf('on_the_way'),
  late_to_arrive: wordsOf('late_to_arrive'),
  no_news: wordsOf('no_news'),
  finished: wordsOf('finished'),
  cancelled: wordsOf('cancelled'),
}

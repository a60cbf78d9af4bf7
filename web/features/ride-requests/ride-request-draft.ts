import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import { addDays, pesos } from '#web/lib/format.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'

/** A ride request while the person fills in the form. Days and hours are those of Bogotá. */
export type RideRequestDraft = {
  from: ComboItem | null
  to: ComboItem | null
  date: string
  /** First and last hour of departure, HH:MM. */
  since: string
  until: string
  seats: number
  maxPrice: number | null
}

/** Values of a ride request that the address of a search provides. */
export type RideRequestSeed = { from: string; to: string; date: string; seats: number }

const PLACE = /^\d{5}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Null while a place is missing. A day that is missing, wrong or over becomes tomorrow. */
export function readSeed(params: URLSearchParams, today: string): RideRequestSeed | null {
  const [from = '', to = ''] = [params.get('from') ?? '', params.get('to') ?? '']
  if (!PLACE.test(from) || !PLACE.test(to)) return null
  const seats = Number(params.get('seats'))
  return {
    from,
    to,
    date: readDay(params, today),
    seats: Number.isInteger(seats) && seats >= 1 && seats <= 4 ? seats : 1,
  }
}

function readDay(params: URLSearchParams, today: string): string {
  const asked = params.get('date') ?? ''
  const last = addDays(today, TRIP_DAYS_AHEAD_MAX)
  const usable = DAY.test(asked) && !Number.isNaN(Date.parse(asked))
  return usable && asked >= today && asked <= last ? asked : addDays(today, 1)
}

export function emptyDraft(today: string): RideRequestDraft {
  const hours = { since: '06:00', until: '20:00' }
  return { from: null, to: null, date: addDays(today, 1), ...hours, seats: 1, maxPrice: null }
}

/** A day and time in Bogotá as an instant; Bogotá has no daylight saving time. */
function instant(date: string, time: string): string {
  return `${date}T${time}:00-05:00`
}

/** First and last instant of departure. A last hour before the first one means the next day. */
export function windowOf({ date, since, until }: RideRequestDraft) {
  const last = until <= since ? addDays(date, 1) : date
  return { earliest: instant(date, since), latest: instant(last, until) }
}

type Range = { min: number; max: number } | undefined
export type Problems = Partial<
  Record<'from' | 'to' | 'date' | 'since' | 'until' | 'maxPrice', string>
>

/** Validation errors, by field; `range` is the allowed price of a seat on this route. */
export function problemsOf(draft: RideRequestDraft, range: Range, now: Date): Problems {
  const { from, to, maxPrice } = draft
  const problems: Problems = {}
  if (!from) problems.from = 'Elige de dónde sales.'
  if (!to) problems.to = 'Elige a dónde vas.'
  else if (from?.id === to.id) problems.to = 'Elige un lugar distinto al de salida.'
  if (!draft.date) problems.date = 'Elige el día.'
  if (!draft.since) problems.since = 'Elige desde qué hora.'
  if (!draft.until) problems.until = 'Elige hasta qué hora.'
  if (draft.date && draft.since && draft.until) {
    const latest = Date.parse(windowOf(draft).latest)
    if (latest <= now.getTime()) problems.until = 'Esa hora ya pasó.'
  }
  if (maxPrice === null || maxPrice === 0) problems.maxPrice = 'Escribe cuánto pagas por cupo.'
  else if (range && maxPrice > range.max) {
    problems.maxPrice = `Por este camino un cupo cuesta a lo sumo ${pesos(range.max)}.`
  } else if (range && maxPrice < range.min) {
    problems.maxPrice = `Por este camino un cupo cuesta al menos ${pesos(range.min)}.`
  }
  return problems
}

/** Hint below the hours when they pass midnight. */
export function hoursHint({ since, until }: RideRequestDraft): string | undefined {
  return since && until && until <= since ? 'Es del día siguiente.' : undefined
}

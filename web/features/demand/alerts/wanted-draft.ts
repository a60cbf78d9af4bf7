import { ALERT_DAYS_AHEAD_MAX, LIST_NOTICE } from '#contract/limits.ts'
import { addDays, pesos, plainDay, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { daysAround } from '#web/shared/demand/days-around.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'

/** Terms of a wanted trip. Days and hours are those of Bogotá. */
export type WantedTerms = {
  /** First and last day of which the person is told. */
  since: string
  until: string
  seats: number
  /** Highest price of a seat; null: any, until the person types one. */
  maxPrice: number | null
  /** Switch "Muéstrale mi búsqueda a los conductores". */
  shown: boolean
  /** Switch "Comprar por mí cuando se libere un cupo". */
  buys: boolean
  /**
   * Day and hours of departure that drivers see. `last` before `first` is the next day, but not for
   * a list that buys, which has the same hours on each day.
   */
  date: string
  first: string
  last: string
} & ListWishes

/** A wanted trip in the address: DIVIPOLA codes and terms. */
export type WantedSeed = WantedTerms & { from: string; to: string }

/** A wanted trip while the person fills in the form. */
export type WantedDraft = WantedTerms & {
  from: ComboItem | null
  to: ComboItem | null
  /** Switch "Avísame cuando salga un viaje". Who is seen or has a list is always told. */
  notify: boolean
}

/** Wishes of a list that buys; `notice`: minutes. */
type ListWishes = {
  notice: string
  atNight: boolean
  womenOnly: boolean
  verifiedOnly: boolean
  withChange: boolean
  pets: boolean
  wheelchair: boolean
}

/** The switches of a new form. */
export const NEW = {
  ...{ notify: true, notice: String(LIST_NOTICE.usual) },
  ...{ atNight: false, womenOnly: false, verifiedOnly: false, withChange: false },
  ...{ pets: false, wheelchair: false },
}

/** Wishes of a list that are on or off. */
export const SWITCHES = [
  ...(['atNight', 'womenOnly', 'verifiedOnly', 'withChange'] as const),
  ...(['pets', 'wheelchair'] as const),
] as const
const { notify: _notify, ...NO_WISHES } = NEW

/** Hours and wishes in the address: `06:00-20:00.180.atNight`. */
function wishesText({ first, last, notice, ...wishes }: WantedTerms): string {
  return [`${first}-${last}`, notice, ...SWITCHES.filter((name) => wishes[name])].join('.')
}

/** The hours and wishes from the address; without them those of a new form. */
function readWishes(text: string | null): { hours: string; wishes: ListWishes } {
  const [hours = '', notice = '', ...on] = text?.split('.') ?? []
  const minutes = wholeIn(notice, LIST_NOTICE.min, LIST_NOTICE.max)
  if (minutes === null) return { hours, wishes: NO_WISHES }
  const wishes = { ...NO_WISHES, notice: String(minutes) }
  for (const name of SWITCHES) wishes[name] = on.includes(name)
  return { hours, wishes }
}

/** The address that fills in the form again after a sign-in or another page. */
export function pathOf(draft: WantedDraft): string {
  const { from, to, since, until, seats, date, maxPrice, shown, buys } = draft
  return paths.alerts({
    ...{ from: from?.id, to: to?.id, since, until, seats, date, maxPrice, buys },
    hours: shown ? `${draft.first}-${draft.last}` : null,
    wishes: buys ? wishesText(draft) : null,
  })
}

/**
 * What turning on "Comprar por mí" changes: a search widens the days of which its alert tells, but
 * nobody asked for a purchase on another day.
 */
export function buying(draft: WantedDraft, today: string): Partial<WantedDraft> {
  const { date } = draft
  if (!DAY.test(date)) return { buys: true }
  const { since, until } = daysAround(date)
  // The ends as the form took them from the address.
  const [, first] = [since, today].sort()
  const [last] = [until, addDays(today, ALERT_DAYS_AHEAD_MAX)].sort()
  const isWidened = draft.since === first && draft.until === last
  return { buys: true, ...(isWidened && { since: date, until: date }) }
}

const PLACE = /^\d{5}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const HOURS = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/
/** Default period of an alert, in days. */
const DAYS = 7

function dayIn(text: string | null, fallback: string): string {
  return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : fallback
}

function wholeIn(text: string | null, min: number, max: number): number | null {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= min && value <= max ? value : null
}

/** The terms from the address; missing or invalid ones become the next seven days, one seat. */
export function readTerms(params: URLSearchParams, today: string): WantedTerms {
  const lastDay = addDays(today, ALERT_DAYS_AHEAD_MAX)
  const firstDay = dayIn(params.get('since'), today)
  const since = firstDay < today || firstDay > lastDay ? today : firstDay
  const end = dayIn(params.get('until'), addDays(since, DAYS - 1))
  const [, until = since] = [since, end, lastDay].sort()
  const travels = dayIn(params.get('date'), since)
  const shownHours = params.get('hours') ?? ''
  const { hours, wishes } = readWishes(params.get('wishes'))
  const asked = [hours, shownHours].find((text) => HOURS.test(text)) ?? '06:00-20:00'
  const [first = '', last = ''] = asked.split('-')
  return {
    since,
    until,
    seats: wholeIn(params.get('seats'), 1, 4) ?? 1,
    maxPrice: wholeIn(params.get('max'), 1, 1_000_000_000),
    ...wishes,
    shown: HOURS.test(shownHours),
    buys: params.get('buys') === '1',
    date: travels < since || travels > until ? since : travels,
    first,
    last,
  }
}

/** The places and terms from the address; null while a place is missing. */
export function readSeed(params: URLSearchParams, today: string): WantedSeed | null {
  const [from = '', to = ''] = [params.get('from') ?? '', params.get('to') ?? '']
  if (!PLACE.test(from) || !PLACE.test(to)) return null
  return { from, to, ...readTerms(params, today) }
}

/** A day and time in Bogotá as an instant; Bogotá has no daylight saving time. */
function instant(day: string, time: string): string {
  return `${day}T${time}:00-05:00`
}

/** First and last instant of departure that drivers see. */
export function windowOf({ date: day, first, last }: Pick<WantedTerms, 'date' | 'first' | 'last'>) {
  const lastDay = last <= first ? addDays(day, 1) : day
  return { earliest: instant(day, first), latest: instant(lastDay, last) }
}

/** Minutes after midnight. */
function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** The wishes of a list that buys, with boarding until the last minute of the hours. */
export function listOf({ first, last, notice, ...draft }: WantedDraft) {
  const { atNight, womenOnly, verifiedOnly, withChange, pets, wheelchair } = draft
  return {
    ...{ earliestMinute: minuteOf(first), latestMinute: minuteOf(last) + 1 },
    ...{ noticeMinutes: Number(notice), atNight, womenOnly, verifiedOnly, withChange },
    ...{ pets, wheelchair },
  }
}

/** Hint below the hours when they pass midnight. */
export function hoursHint({ first, last, buys }: WantedTerms): string | undefined {
  return !buys && first && last && last <= first ? 'Es del día siguiente.' : undefined
}

/** Lowest, usual and highest price of a seat on a route. */
export type PriceRange = { min: number; recommended: number; max: number }

type Field = 'from' | 'to' | 'since' | 'until' | 'date' | 'first' | 'last' | 'maxPrice' | 'notify'
export type Problems = Partial<Record<Field, string>>

/** Validation errors, by field; `range` is the allowed price of a seat on this route. */
export function problemsOf(
  draft: WantedDraft,
  { now, today, range }: { now: Date; today: string; range: PriceRange | undefined },
): Problems {
  const { from, to, since, until } = draft
  const lastDay = addDays(today, ALERT_DAYS_AHEAD_MAX)
  const problems: Problems = {}
  if (!from) problems.from = 'Elige de dónde sales.'
  if (!to) problems.to = 'Elige a dónde vas.'
  else if (from?.id === to.id) problems.to = 'Elige un lugar distinto al de salida.'
  if (!since) problems.since = 'Elige el primer día.'
  if (!until) problems.until = 'Elige el último día.'
  else if (until < since) problems.until = 'El último día va después del primero.'
  else if (until < today) problems.until = 'Ese día ya pasó.'
  else if (until > lastDay) problems.until = `Elige un día de los próximos ${ALERT_DAYS_AHEAD_MAX}.`
  if (!draft.notify && !draft.shown && !draft.buys) problems.notify = 'Enciende al menos uno.'
  const price = priceProblem(draft, range)
  if (price) problems.maxPrice = price
  return draft.shown || draft.buys ? { ...problems, ...hourProblems(draft, now) } : problems
}

function hourProblems(draft: WantedDraft, now: Date): Problems {
  const { date: day, first, last, since, until } = draft
  const problems: Problems = {}
  if (draft.shown) {
    if (!day) problems.date = 'Elige el día.'
    else if (day < since || day > until)
      problems.date = 'Elige un día entre el primero y el último.'
  }
  if (!first) problems.first = 'Elige desde qué hora.'
  if (!last) problems.last = 'Elige hasta qué hora.'
  else if (draft.buys && last <= first) problems.last = 'La última hora va después de la primera.'
  if (draft.shown && day && first && last && Date.parse(windowOf(draft).latest) <= now.getTime()) {
    problems.last = 'Esa hora ya pasó.'
  }
  return problems
}

/** Drivers see a price that is possible on the route; an alert takes any, or none. */
function priceProblem(draft: WantedDraft, range: PriceRange | undefined): string | undefined {
  const price = draft.maxPrice
  if (draft.buys && !price) return 'Escribe el máximo que pagas por cupo.'
  if (!draft.shown) return price === 0 ? 'Escribe un precio, o deja el campo vacío.' : undefined
  if (price === null || price === 0) return 'Escribe cuánto pagas por cupo.'
  if (range && price > range.max) {
    return `Por este camino un cupo cuesta a lo sumo ${pesos(range.max)}.`
  }
  if (range && price < range.min) {
    return `Por este camino un cupo cuesta al menos ${pesos(range.min)}.`
  }
  return undefined
}

/** What a list asks of each car, in Spanish; empty for any car. */
export function asksText({ pets, wheelchair }: Pick<ListWishes, 'pets' | 'wheelchair'>): string {
  return `${pets ? ' · con mascota' : ''}${wheelchair ? ' · con silla de ruedas' : ''}`
}

/** The period in Spanish: `El viernes 27 de noviembre`, `Del martes 1 de diciembre al …`. */
export function daysText({ since, until }: Pick<WantedTerms, 'since' | 'until'>): string {
  if (since === until) return `El ${plainDay(since)}`
  return `Del ${plainDay(since)} al ${plainDay(until)}`
}

/** Seats and maximum price in Spanish: `2 cupos · hasta $ 60.000 por cupo`. */
export function termsText({ seats, maxPrice }: { seats: number; maxPrice: number | null }): string {
  const price = maxPrice === null ? 'cualquier precio' : `hasta ${pesos(maxPrice)} por cupo`
  return `${seatsText(seats)} · ${price}`
}

import { ALERT_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import { addDays, pesos, plainDay, seats as seatsText } from '#web/lib/format.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'

export type AlertTerms = { since: string; until: string; seats: number; maxPrice: number | null }

/** Query parameters of an alert: DIVIPOLA codes and terms. */
export type AlertSeed = AlertTerms & { from: string; to: string }

/** An alert while the person fills in the form. */
export type AlertDraft = AlertTerms & { from: ComboItem | null; to: ComboItem | null }

const PLACE = /^\d{5}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
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
export function readTerms(params: URLSearchParams, today: string): AlertTerms {
  const last = addDays(today, ALERT_DAYS_AHEAD_MAX)
  const asked = dayIn(params.get('since'), today)
  const since = asked < today || asked > last ? today : asked
  const until = dayIn(params.get('until'), addDays(since, DAYS - 1))
  const within = until <= last
  return {
    since,
    until: until < since ? since : within ? until : last,
    seats: wholeIn(params.get('seats'), 1, 4) ?? 1,
    maxPrice: wholeIn(params.get('max'), 1, 1_000_000_000),
  }
}

/** The places and terms from the address; null while a place is missing. */
export function readSeed(params: URLSearchParams, today: string): AlertSeed | null {
  const [from = '', to = ''] = [params.get('from') ?? '', params.get('to') ?? '']
  if (!PLACE.test(from) || !PLACE.test(to)) return null
  return { from, to, ...readTerms(params, today) }
}

export type Problems = Partial<Record<'from' | 'to' | 'since' | 'until' | 'maxPrice', string>>

/** Validation errors of an alert, by field. */
export function problemsOf(draft: AlertDraft, today: string): Problems {
  const { from, to, since, until, maxPrice } = draft
  const last = addDays(today, ALERT_DAYS_AHEAD_MAX)
  const problems: Problems = {}
  if (!from) problems.from = 'Elige de dónde sales.'
  if (!to) problems.to = 'Elige a dónde vas.'
  else if (from?.id === to.id) problems.to = 'Elige un lugar distinto al de salida.'
  if (!since) problems.since = 'Elige el primer día.'
  if (!until) problems.until = 'Elige el último día.'
  else if (until < since) problems.until = 'El último día va después del primero.'
  else if (until < today) problems.until = 'Ese día ya pasó.'
  else if (until > last) problems.until = `Elige un día de los próximos ${ALERT_DAYS_AHEAD_MAX}.`
  if (maxPrice === 0) problems.maxPrice = 'Escribe un precio, o deja el campo vacío.'
  return problems
}

/** The period in Spanish: `El viernes 27 de noviembre`, `Del martes 1 de diciembre al …`. */
export function daysText({ since, until }: Pick<AlertTerms, 'since' | 'until'>): string {
  if (since === until) return `El ${plainDay(since)}`
  return `Del ${plainDay(since)} al ${plainDay(until)}`
}

/** Seats and maximum price in Spanish: `2 cupos · hasta $ 60.000 por cupo`. */
export function termsText({ seats, maxPrice }: Pick<AlertTerms, 'seats' | 'maxPrice'>): string {
  const price = maxPrice === null ? 'cualquier precio' : `hasta ${pesos(maxPrice)} por cupo`
  return `${seatsText(seats)} · ${price}`
}

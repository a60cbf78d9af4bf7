/**
 * Formats numbers, times and distances for people in Colombia. Bogotá is UTC−5 all year (no
 * daylight saving), so the clock is computed here instead of from each browser's locale data.
 */

import { nightWords, WEEKDAYS } from '#contract/night.ts'
import { serverDate } from './clock.ts'

const BOGOTA_OFFSET_MS = -5 * 3_600_000
const DAY_MS = 86_400_000

const monthsLong = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** The first three letters of a day or month. */
const short = (names: readonly string[], at: number) => names[at]?.slice(0, 3)

/** An instant, or a calendar date `YYYY-MM-DD` (taken as that day in Bogotá). */
export type When = string | number | Date

function inBogota(when: When): Date {
  if (typeof when === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(when)) return new Date(when)
  return new Date(new Date(when).getTime() + BOGOTA_OFFSET_MS)
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/** Formats a small number with at most one decimal: `12.46` → `12,5`. */
export function decimal(value: number): string {
  return String(Math.round(value * 10) / 10)
    .replace('-', '−')
    .replace('.', ',')
}

/** Formats a whole number: `62000` → `62.000`. Decimals are rounded. */
export function number(value: number): string {
  const rounded = Math.round(value)
  return `${rounded < 0 ? '−' : ''}${grouped(String(Math.abs(rounded)))}`
}

/** Formats pesos: `62000` → `$ 62.000`, `-500` → `−$ 500`. */
export function pesos(value: number): string {
  // A non-breaking space keeps the sign and the number on one line.
  return `${value < 0 ? '−' : ''}$\u00a0${number(Math.abs(value))}`
}

/** Formats a money movement, always with its sign: `+$ 60.000` or `−$ 62.000`. */
export function signedPesos(value: number): string {
  return value > 0 ? `+${pesos(value)}` : pesos(value)
}

/** Formats a time: `2:05 p. m.` */
export function time(when: When): string {
  const at = inBogota(when)
  const hour = at.getUTCHours()
  const minutes = String(at.getUTCMinutes()).padStart(2, '0')
  return `${hour % 12 || 12}:${minutes}\u00a0${hour < 12 ? 'a.' : 'p.'}\u00a0m.`
}

/** Words behind a time of the first hour of a day: ` (noche del jueves al viernes)`. */
export const night = (when: When) => nightWords(inBogota(when))

/** Words behind the time of a stop: which night after midnight, or a day unlike `first`'s. */
export function dayNote(at: When, first: When): string {
  return night(at) || (calendarDate(at) === calendarDate(first) ? '' : ` (${date(at)})`)
}

/** Formats the time of a stop: `6:00 a. m. (sáb, 21 de nov)` if it left the day before. */
export const tripTime = (at: When, first: When = at) => `${time(at)}${dayNote(at, first)}`

/** Formats a date: `vie, 20 de nov` */
export function date(when: When): string {
  const at = inBogota(when)
  const month = short(monthsLong, at.getUTCMonth())
  return `${short(WEEKDAYS, at.getUTCDay())}, ${at.getUTCDate()} de ${month}`
}

/** Formats a date: `viernes, 20 de noviembre` */
export function dateLong(when: When): string {
  const at = inBogota(when)
  const month = monthsLong[at.getUTCMonth()]
  return `${WEEKDAYS[at.getUTCDay()]}, ${at.getUTCDate()} de ${month}`
}

/** Formats a date for documents and receipts: `20/11/2026`. */
export function dateShort(when: When): string {
  const [year, month, day] = calendarDate(when).split('-')
  return `${day}/${month}/${year}`
}

/** Formats date and time: `vie, 20 de nov · 2:05 p. m.` */
export function dateTime(when: When): string {
  return `${date(when)} · ${time(when)}${night(when)}`
}

/** Returns the calendar day in Bogotá, `YYYY-MM-DD`. */
export function calendarDate(when: When): string {
  return inBogota(when).toISOString().slice(0, 10)
}

/** Returns today in Bogotá, `YYYY-MM-DD`. */
export function today(now: When = serverDate()): string {
  return calendarDate(now)
}

/** Returns the date `days` days after a calendar date, `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(new Date(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Formats a day: `Hoy`, `Mañana`, else `vie, 20 de nov`. */
export function relativeDay(when: When, now: When = serverDate()): string {
  const day = calendarDate(when)
  const todayIs = today(now)
  if (day === todayIs) return 'Hoy'
  if (day === addDays(todayIs, 1)) return 'Mañana'
  return date(day)
}

/** Formats a time with its article: `las 8:00 p. m.`, `la 1:00 p. m.` */
export function theTime(when: When): string {
  const clock = time(when)
  return `${clock.startsWith('1:') ? 'la' : 'las'} ${clock}`
}

/** Days that have a word of their own, by their distance from today. */
const nearDays: Record<number, string> = { [-1]: 'ayer', 0: 'hoy', 1: 'mañana' }

/** Formats a day after an article: `viernes 27 de noviembre`. */
export function plainDay(when: When): string {
  return dateLong(when).replace(',', '')
}

/** Formats a day inside a sentence: `hoy`, `el viernes 27 de noviembre`; another year is named. */
export function dayInSentence(when: When, now: When = serverDate()): string {
  const day = calendarDate(when)
  const todayIs = today(now)
  const near = nearDays[Math.round((Date.parse(day) - Date.parse(todayIs)) / DAY_MS)]
  if (near) return near
  const year = day.slice(0, 4) === todayIs.slice(0, 4) ? '' : ` de ${day.slice(0, 4)}`
  return `el ${plainDay(day)}${year}`
}

/** Formats a period after a word: `del 1 al 28 de noviembre`, `del 30 de octubre al 6 de …`. */
export function period(since: When, until: When): string {
  const [first, last] = [dateLong(since), dateLong(until)].map((day) => day.split(', ')[1] ?? '')
  const [start = '', ...month] = (first ?? '').split(' de ')
  return `del ${last?.endsWith(` de ${month.join()}`) ? start : first} al ${last}`
}

/** Formats a day after "de": `de hoy`, `del viernes 27 de noviembre`. */
function ofDay(when: When, now: When = serverDate()): string {
  return `de ${dayInSentence(when, now)}`.replace(/^de el /, 'del ')
}

/** Formats a moment: `hoy a las 8:00 p. m.`, `el viernes 27 de noviembre a la 1:00 p. m.` */
export function dayAndTime(when: When, now: When = serverDate()): string {
  return `${dayInSentence(when, now)} a ${theTime(when)}${night(when)}`
}

/** Formats a moment after "de": `de hoy a las 8:00 p. m.`, `del viernes 27 de noviembre a …`. */
export function ofDayAndTime(when: When, now: When = serverDate()): string {
  return `${ofDay(when, now)} a ${theTime(when)}${night(when)}`
}

/** Formats a time and its day: `7:19 a. m. de hoy`, `7:19 a. m. del miércoles 25 de noviembre`. */
export function timeAndDay(when: When, now: When = serverDate()): string {
  return `${time(when)} ${ofDay(when, now)}${night(when)}`
}

/** Formats a deadline: `antes de las 8:00 p. m. de hoy`, `antes del lunes 7 de diciembre a …`. */
export function before(when: When, now: When = serverDate()): string {
  const isNear = !dayInSentence(when, now).startsWith('el ')
  return isNear
    ? `antes de ${theTime(when)} ${ofDay(when, now)}${night(when)}`
    : `antes ${ofDayAndTime(when, now)}`
}

/** Ends a sentence with a full stop, unless `a. m.` at its end brings one. */
export function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

/** Formats minutes as `45 min`, `4 h`, `4 h 20 min`. */
export function duration(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Formats the time between two instants as a duration. */
export function durationBetween(from: When, to: When): string {
  return duration((new Date(to).getTime() - new Date(from).getTime()) / 60_000)
}

/** Formats kilometres: `0.35` → `350 m`, `1.25` → `1,3 km`, `203` → `203 km`. */
export function km(value: number): string {
  if (value < 1) return `${Math.round(value * 1000)} m`
  if (value < 10) return `${decimal(value)} km`
  return `${number(value)} km`
}

/** Formats kilometres of a calculation, which must come out: `467.5` → `467,5 km`. */
export function exactKm(value: number): string {
  const [whole = '', tenth] = (Math.round(value * 10) / 10).toString().split('.')
  return `${grouped(whole)}${tenth ? `,${tenth}` : ''} km`
}

/** Formats a number of seats: `1 cupo`, `3 cupos`. */
export function seats(count: number): string {
  return plural(count, 'cupo', 'cupos')
}

/** Chooses the words for one seat, or for several. */
export const perSeats = (count: number, one: string, several: string) =>
  count === 1 ? one : several

/** Formats a count with its noun: `1 viaje`, `1.200 viajes`. */
export function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`
}

/**
 * Joins words as `lunes, miércoles y viernes`; before the sound of an i as `Cali e Ibagué`.
 * `Intl.ListFormat` would load the locale data of the browser: 70 ms on a slow phone.
 */
export function wordList(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  const and = /^(?:[ií]|hi(?![ae]))/i.test(last) ? 'e' : 'y'
  return `${words.slice(0, -1).join(', ')} ${and} ${last}`
}

/** Formats a Colombian number as `+57 310 555 0123`; a foreign number is not changed. */
export function phone(value: string): string {
  const parts = /^(?:\+?57)?(\d{3})(\d{3})(\d{4})$/.exec(value.replace(/\s/g, ''))
  return parts ? `+57 ${parts.slice(1).join(' ')}` : value
}

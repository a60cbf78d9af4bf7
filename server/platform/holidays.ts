// Public holidays of Colombia: Ley 51 de 1983 (Ley Emiliani), computed for any year.
import { addMs, DAY_MS } from './clock.ts'

/** Month and day of holidays that keep their date. */
const FIXED = ['01-01', '05-01', '07-20', '08-07', '12-08', '12-25']

/** Holidays that move to the next Monday unless they fall on a Monday. */
const MOVED = ['01-06', '03-19', '06-29', '08-15', '10-12', '11-01', '11-11']

/** Offsets in days from Easter Sunday: Maundy Thursday and Good Friday, which keep their date. */
const BEFORE_EASTER = [-3, -2]

/** Ascension, Corpus Christi and Sacred Heart in days from Easter Sunday, all on Mondays. */
const AFTER_EASTER = [43, 64, 71]

/** Computes the dates of the year's holidays, YYYY-MM-DD. */
export function holidaysOf(year: number): Set<string> {
  const easter = easterOf(year)
  return new Set([
    ...FIXED.map((day) => `${year}-${day}`),
    ...MOVED.map((day) => mondayFrom(`${year}-${day}`)),
    ...[...BEFORE_EASTER, ...AFTER_EASTER].map((days) => plusDays(easter, days)),
  ])
}

export function isHoliday(date: string): boolean {
  return holidaysOf(Number(date.slice(0, 4))).has(date)
}

/** Returns 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay() || 7
}

function plusDays(date: string, days: number): string {
  return addMs(new Date(`${date}T00:00:00.000Z`), days * DAY_MS)
    .toISOString()
    .slice(0, 10)
}

function mondayFrom(date: string): string {
  return plusDays(date, (8 - weekdayOf(date)) % 7)
}

/** Computes Easter Sunday in the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const skipped = Math.floor(century / 4)
  const moon = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - skipped - moon + 15) % 30
  const rest = year % 100
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  const part = (value: number) => String(value).padStart(2, '0')
  return `${year}-${part(Math.floor(sum / 31))}-${part((sum % 31) + 1)}`
}

import { wordList } from '#web/lib/format.ts'

/** Names of the weekdays; Monday is first. */
export const weekdayNames = 'lunes martes miércoles jueves viernes sábado domingo'.split(' ')

/** Formats weekdays as `lunes, miércoles y viernes`. @param days 1 (Monday) to 7 (Sunday) */
export function weekdaysText(days: readonly number[]): string {
  return wordList(days.map((day) => weekdayNames[day - 1] ?? ''))
}

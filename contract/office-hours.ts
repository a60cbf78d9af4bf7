import { isHoliday, weekdayOf } from './holidays.ts'

type Hours = readonly [from: number, to: number]

/** Office hours in Bogotá by day of the week, Monday 1 to Sunday 7. */
const OFFICE_HOURS: Readonly<Record<number, Hours>> = {
  1: [8, 20],
  2: [8, 20],
  3: [8, 20],
  4: [8, 20],
  5: [8, 20],
  6: [9, 17],
  7: [10, 14],
}

/** Hours of the day in Bogotá at which the office is open on a date, YYYY-MM-DD; null: closed. */
export function officeHoursOn(date: string): Hours | null {
  return isHoliday(date) ? null : (OFFICE_HOURS[weekdayOf(date)] ?? null)
}

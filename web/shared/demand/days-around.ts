import { addDays } from '#web/lib/format.ts'

/** Days before and after the day of a search of which an alert tells. */
const AROUND = 3

/** First and last day of an alert that is made from a search of a day. */
export const daysAround = (day: string) => ({
  since: addDays(day, -AROUND),
  until: addDays(day, AROUND),
})

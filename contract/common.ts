import { z } from 'zod'

/** UUID of ours (made by the app, version 7 or derived). */
export const Id = z.uuid()

/**
 * What no text of a person has, and what PostgreSQL or JSON in it cannot keep: control characters
 * but tab and line breaks, halves of surrogate pairs, and code points that are no characters.
 */
const UNREADABLE = /[^\P{Cc}\t\n\r]|\p{Cs}|\p{Noncharacter_Code_Point}/u

/** The check that every string of a request has; `contract/input-text.test.ts` looks for it. */
export const readable = z.refine<string>((value) => !UNREADABLE.test(value))

/** Any string that a request brings: readable, and composed (NFC) so that equal looks equal. */
export function inputText() {
  return z.string().check(readable).normalize('NFC')
}

/** A value that may come and that nothing reads. */
export const Ignored = z.unknown().transform(() => undefined)

/** DIVIPOLA code of a municipality, five digits. */
export const PlaceId = inputText().regex(/^\d{5}$/)

/** `<tripId>.<seq>`: a place on the corridor of a trip. */
export const StopId = inputText()
  .max(48)
  .regex(/^[0-9a-f-]{36}\.\d{1,3}$/)

/** The largest amount any single movement may have: one thousand million pesos. */
const PESOS_MAX = 1_000_000_000

/** A positive amount in whole pesos. */
export const Pesos = z.int().min(1).max(PESOS_MAX)

/** A balance or sum in whole pesos; may be zero or, for corrections, negative. */
export const PesosSum = z.int()

/** Years of people's births and of documents' ends; others are mistakes or attacks. */
const YEAR_MIN = '1900'
const YEAR_MAX = '2199'

const inOurYears = (text: string) => {
  const year = text.slice(0, 4)
  return year >= YEAR_MIN && year <= YEAR_MAX
}

/** ISO 8601 instant with offset, in the years 1900 to 2199. */
export const Instant = z.iso.datetime({ offset: true }).refine(inOurYears)

/** Calendar date in Bogotá, YYYY-MM-DD, in the years 1900 to 2199. */
export const CalendarDate = z.iso.date().refine(inOurYears)

/** Where a page of a list ended, for the next one; made by the server. */
export const PagePlace = inputText()
  .max(80)
  .regex(/^\d{1,15}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** A number written in a query string. */
export function queryInt(min: number, max: number) {
  return inputText()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

/** Words from a closed list in a query string, with commas between them, each at most once. */
export function queryList<const T extends Record<string, string>>(words: z.ZodEnum<T>) {
  return inputText()
    .min(1)
    .max(200)
    .transform((list) => list.split(','))
    .pipe(z.array(words).refine((all) => new Set(all).size === all.length))
}

/** One line of human text: trimmed, without control characters. */
export function text(max: number) {
  return inputText()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)
}

/** Several lines of human text. */
export function longText(max: number) {
  return inputText().trim().max(max)
}

export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

import { z } from 'zod'
import { bareText } from './typed-text.ts'

/** UUID made by the app, version 7 or derived. */
export const Id = z.uuid()

/**
 * Characters refused in text, which PostgreSQL or JSON cannot store or people do not type: control
 * characters except tab and line breaks, unpaired surrogates, and noncharacters.
 */
const UNREADABLE = /[^\P{Cc}\t\n\r]|\p{Cs}|\p{Noncharacter_Code_Point}/u

/** The check that every string of a request has; `contract/input-text.test.ts` looks for it. */
export const readable = z.refine<string>((value) => !UNREADABLE.test(value))

/** Any string in a request: readable, and normalised to NFC so that equal text compares equal. */
export function inputText() {
  return z.string().check(readable).normalize('NFC')
}

/** An accepted value that nothing reads. */
export const Ignored = z.unknown().transform(() => undefined)

/** Text of a request that matches a pattern. */
export function matching(pattern: RegExp, max: number) {
  return inputText().max(max).regex(pattern)
}

/** The check of a list in which each item stands at most once. */
export const distinct = z.refine<readonly unknown[]>((all) => new Set(all).size === all.length)

/** A code of six digits that was sent or shown to a person, as they type it. */
export const SixDigits = inputText()
  .overwrite(bareText)
  .regex(/^\d{6}$/)

/** DIVIPOLA code of a municipality, five digits. */
export const PlaceId = inputText().regex(/^\d{5}$/)

/** `<tripId>.<seq>`: a place on the corridor of a trip, by its order. */
export const StopId = matching(/^[0-9a-f-]{36}\.\d{1,3}$/, 48)

/** Message of the schema; the server answers it as the error code `amount_not_whole`. */
export const AMOUNT_NOT_WHOLE = 'amount_not_whole'

const isFraction = (input: unknown) => Number.isFinite(input) && !Number.isInteger(input)

/** A positive amount in whole pesos, of at most one thousand million. */
export const Pesos = z
  .int({ error: ({ input }) => (isFraction(input) ? AMOUNT_NOT_WHOLE : undefined) })
  .min(1)
  .max(1_000_000_000)

/** A balance or sum in whole pesos; zero is allowed, and corrections can be negative. */
export const PesosSum = z.int()

/** Years for births and document expiry are 1900 to 2199; others are mistakes or attacks. */
const inOurYears = (text: string) => text >= '1900' && text < '2200'

/** ISO 8601 instant with offset, in the years 1900 to 2199. */
export const Instant = z.iso.datetime({ offset: true }).refine(inOurYears)

/** Calendar date in Bogotá, YYYY-MM-DD, in the years 1900 to 2199. */
export const CalendarDate = z.iso.date().refine(inOurYears)

/** Cursor for the next page of a list; only the server makes it. */
export const PagePlace = matching(/^\d{1,15}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 80)

/** An integer in a query string. */
export function queryInt(min: number, max: number) {
  return inputText()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

/** Number of a page, in a query string. */
export const pageNumber = queryInt(1, 10_000).optional()

export const pageQuery = z.strictObject({ page: pageNumber })

/** Query for a page of the cases that wait for the team, or of those that it resolved. */
export const casesQuery = z.strictObject({
  status: z.enum(['open', 'resolved']).default('open'),
  page: pageNumber,
})

/** The same with the only case of the answer, in any state, to which a link leads. */
export const linkedCasesQuery = casesQuery.extend({ only: Id.optional() })

/** Answer with one page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), totalPages: z.int() })
}

/** Comma-separated words of a closed list in a query string, each at most once. */
export function queryList<const T extends Record<string, string>>(words: z.ZodEnum<T>) {
  return inputText()
    .min(1)
    .max(200)
    .transform((list) => list.split(','))
    .pipe(z.array(words).check(distinct))
}

/** One line of human text: trimmed, without control characters. */
export function text(max: number) {
  return inputText()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)
}

/** Marks that turn the writing: copied along with a text, or put in to make it read otherwise. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Several lines of human text, without marks that turn the writing. */
export function longText(max: number) {
  return inputText()
    .overwrite((value) => value.replace(DIRECTION_MARKS, ''))
    .trim()
    .max(max)
}

/** Errors that refuse an uploaded image. */
export const imageErrors = [
  'file_type_unsupported',
  'image_too_large',
  'file_unreadable',
  'file_too_slow',
  'busy',
] as const

/** Errors that refuse an uploaded image or PDF. */
export const paperErrors = [
  ...imageErrors,
  'pdf_password',
  'pdf_empty',
  'pdf_page_too_large',
] as const

export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

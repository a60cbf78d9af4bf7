import { z } from 'zod'

/** UUID of ours (made by the app, version 7 or derived). */
export const Id = z.uuid()

/** DIVIPOLA code of a municipality, five digits. */
export const PlaceId = z.string().regex(/^\d{5}$/)

/** `<tripId>.<seq>`: a place on the corridor of a trip. */
export const StopId = z
  .string()
  .max(48)
  .regex(/^[0-9a-f-]{36}\.\d{1,3}$/)

/** The largest amount any single movement may have: one thousand million pesos. */
export const PESOS_MAX = 1_000_000_000

/** A positive amount in whole pesos. */
export const Pesos = z.int().min(1).max(PESOS_MAX)

/** A balance or sum in whole pesos; may be zero or, for corrections, negative. */
export const PesosSum = z.int()

/** ISO 8601 instant with offset. */
export const Instant = z.iso.datetime({ offset: true })

/** Calendar date in Bogotá, YYYY-MM-DD. */
export const CalendarDate = z.iso.date()

/** A number written in a query string. */
export function queryInt(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
}

/** Words from a closed list in a query string, with commas between them, each at most once. */
export function queryList<const T extends Record<string, string>>(words: z.ZodEnum<T>) {
  return z
    .string()
    .min(1)
    .max(200)
    .transform((list) => list.split(','))
    .pipe(z.array(words).refine((all) => new Set(all).size === all.length))
}

/** One line of human text: trimmed, without control characters. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)
}

/** Several lines of human text. */
export function longText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u)
}

export const Empty = z.strictObject({})

export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

import { z } from 'zod'
import { CalendarDate, distinct, Id, Pesos } from './common.ts'
import { get, post } from './route.ts'
import { offerErrors, PublishBody } from './trips.ts'

/** Days of the week: Monday 1 to Sunday 7. */
const Weekdays = z.array(z.int().min(1).max(7)).min(1).max(7).check(distinct)

/** One day of a series: a published trip, or a skipped day with its reason. */
export const SeriesDay = z.object({
  date: CalendarDate,
  tripId: Id.nullable(),
  /** The return trip of that day; null without one. */
  returnTripId: Id.nullable(),
  skipped: z.object({ code: z.string(), reason: z.string() }).nullable(),
})
export type SeriesDay = z.infer<typeof SeriesDay>

export const SeriesView = z.object({
  id: Id,
  /** `paused`: by its driver; no days are published, and its trips are not sold. */
  status: z.enum(['active', 'paused', 'ended', 'stopped']),
  /** Names of the stops in order. */
  stops: z.array(z.string()),
  /** `HH:MM` in Bogotá. */
  time: z.string(),
  weekdays: z.array(z.int()),
  startsOn: CalendarDate,
  until: CalendarDate.nullable(),
  seats: z.int(),
  seatPrice: Pesos,
  withReturn: z.boolean(),
  /** Days from today on, in order. */
  days: z.array(SeriesDay),
})
export type SeriesView = z.infer<typeof SeriesView>

const params = z.strictObject({ seriesId: Id })

/** Trips that repeat every week, published 30 days ahead. */
export const recurrence = {
  create: post('/trip-series', {
    auth: 'live',
    summary: 'Publicar un viaje que se repite cada semana',
    description:
      'Publishes a trip and repeats it every week, 30 days ahead. Later days that the rules ' +
      'refuse are skipped with their reason; the first day too, if it overlaps another trip and ' +
      '`skipOverlaps` is true. With the same `Idempotency-Key` it is the same series.',
    body: z.strictObject({
      /** The first trip of the series; its weekday must be among `weekdays`. */
      trip: PublishBody,
      weekdays: Weekdays,
      until: CalendarDate.optional(),
      /** Publishes the days without overlap even if the first day is not one of them. */
      skipOverlaps: z.boolean().default(false),
    }),
    ok: z.object({ series: SeriesView }),
    status: 201,
    idempotent: true,
    limit: { max: 10, windowSeconds: 3600, by: 'user' },
    errors: [
      ...offerErrors,
      'safe_point_not_found',
      'contact_in_text',
      'series_limit',
      'publishing_off',
      'idempotency_mismatch',
    ],
  }),
  mine: get('/trip-series', {
    auth: 'live',
    summary: 'Mis viajes que se repiten',
    description: "The signed-in driver's weekly trips, with their days from today on.",
    ok: z.object({ series: z.array(SeriesView) }),
  }),
  pause: post('/trip-series/:seriesId/pause', {
    auth: 'live',
    summary: 'Pausar un viaje que se repite y sus viajes ya publicados',
    description:
      "Pauses the driver's own series: no more days are published, and its coming trips take no " +
      'new bookings. Bookings stay as they are. Safe to repeat.',
    params,
    ok: z.object({ series: SeriesView }),
    errors: ['series_not_found', 'series_stopped'],
  }),
  resume: post('/trip-series/:seriesId/resume', {
    auth: 'live',
    summary: 'Retomar un viaje que se repite',
    description:
      "Resumes the driver's own series: its coming trips are sold again, and the missing days " +
      'are published. Safe to repeat.',
    params,
    ok: z.object({ series: SeriesView }),
    errors: ['series_not_found', 'series_stopped'],
  }),
  stop: post('/trip-series/:seriesId/stop', {
    auth: 'live',
    summary: 'Dejar de repetir un viaje; los ya publicados siguen',
    description:
      "Stops publishing more days of the driver's own series; trips already published stay. " +
      'Safe to repeat.',
    params,
    ok: z.object({ series: SeriesView }),
    errors: ['series_not_found'],
  }),
}

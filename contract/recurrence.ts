import { z } from 'zod'
import { CalendarDate, distinct, Id, Instant, Pesos, PlaceId } from './common.ts'
import { get, post } from './route.ts'
import { LegPrices, offerErrors, PublishBody, ShownTerms } from './trips.ts'

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
  /** Names of the stops in order; none of a series that this release cannot read. */
  stops: z.array(z.string()),
  /** `HH:MM` in Bogotá. */
  time: z.string(),
  weekdays: z.array(z.int()),
  until: CalendarDate.nullable(),
  seats: z.int(),
  seatPrice: Pesos,
  withReturn: z.boolean(),
  /** Days from today on, in order. */
  days: z.array(SeriesDay),
})
export type SeriesView = z.infer<typeof SeriesView>

/** A trip to publish again: the request of an earlier one, with a day proposed. */
export const RepeatView = z.object({
  /** Places in order; `via`: only passed, so that the route is the same one. */
  stops: z.array(
    z.object({
      placeId: PlaceId,
      name: z.string(),
      via: z.boolean(),
      point: z.object({ id: Id, name: z.string() }).nullable(),
    }),
  ),
  /**
   * The same weekday and hour, on the first day ahead without another trip or booking of the
   * driver. Null when there is none in the days that can be published.
   */
  departsAt: Instant.nullable(),
  /** Departure of the trip that is repeated. */
  lastDepartsAt: Instant,
  vehicleId: Id,
  ...ShownTerms.shape,
  /** Null when the price is not allowed any more. */
  seatPrice: Pesos.nullable(),
  /** Null when the price is distributed by Cupo. */
  legPrices: LegPrices.nullable(),
})
export type RepeatView = z.infer<typeof RepeatView>

/** Trips that repeat: every week, published 30 days ahead, or once more. */
export const recurrence = {
  create: post('/trip-series', {
    auth: 'live',
    summary: 'Publish a weekly trip',
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
    ],
  }),
  mine: get('/trip-series', {
    auth: 'live',
    summary: "List one's weekly trips",
    description: "Returns the signed-in driver's weekly trips, with their days from today on.",
    ok: z.object({ series: z.array(SeriesView) }),
  }),
  repeat: get('/trips/:tripId/repeat', {
    auth: 'live',
    summary: 'Prepare publishing a trip again',
    description:
      "Returns what publishes the driver's own trip again, with the next free day of the same " +
      'weekday. Meeting points that are no longer listed, and a price that is no longer ' +
      'allowed, are left out. Saves nothing.',
    ok: z.object({ repeat: RepeatView }),
    limit: { max: 240, windowSeconds: 3600, by: 'user' },
    errors: ['trip_not_found', 'route_not_found'],
  }),
  pause: post('/trip-series/:seriesId/pause', {
    auth: 'live',
    summary: 'Pause a weekly trip',
    description:
      "Pauses the driver's own series: no more days are published, and its coming trips take no " +
      'new bookings. Bookings stay as they are. Safe to repeat.',
    ok: z.object({ series: SeriesView }),
    errors: ['series_not_found', 'series_stopped'],
  }),
  resume: post('/trip-series/:seriesId/resume', {
    auth: 'live',
    summary: 'Resume a weekly trip',
    description:
      "Resumes the driver's own series: its coming trips are sold again, and the missing days " +
      'are published. Safe to repeat.',
    ok: z.object({ series: SeriesView }),
    errors: ['series_not_found', 'series_stopped'],
  }),
  stop: post('/trip-series/:seriesId/stop', {
    auth: 'live',
    summary: 'Stop repeating a trip',
    description:
      "Stops publishing more days of the driver's own series; trips already published stay. " +
      'Safe to repeat.',
    ok: z.object({ series: SeriesView }),
    errors: ['series_not_found'],
  }),
}

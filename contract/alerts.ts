import { z } from 'zod'
import { CalendarDate, Id, Instant, inputText, Pesos, PlaceId, StopId } from './common.ts'
import { LIST_NOTICE, SEATS_MAX } from './limits.ts'
import { get, post } from './route.ts'

const Place = z.object({ placeId: PlaceId, name: z.string() })

/** A trip that fits an alert and can still be booked. */
export const AlertTrip = z.object({
  tripId: Id,
  fromStopId: StopId,
  toStopId: StopId,
  /** Time of boarding at the alert's first place. */
  departsAt: Instant,
  arrivesAt: Instant,
  /** Price of one seat for the part of the trip that the alert covers. */
  price: Pesos,
  seatsLeft: z.int(),
  driver: z.string(),
  /** Whom alone the trip takes, each with a seat of their own; null: everybody. */
  audience: z.enum(['women', 'verified']).nullable(),
})
export type AlertTrip = z.infer<typeof AlertTrip>

/** The sheet of an alert: what its person sets, each a column (docs/decisions/0004). */
export const AlertTerms = z.object({
  /** First and last day of boarding. */
  since: CalendarDate,
  until: CalendarDate,
  seats: z.int().min(1).max(SEATS_MAX),
  maxPrice: Pesos,
})

/** The terms as answers show them. */
export const ShownAlertTerms = z.object({
  ...AlertTerms.shape,
  seats: z.int(),
  maxPrice: Pesos.nullable(),
})
export type ShownAlertTerms = z.infer<typeof ShownAlertTerms>

/** Wishes of an alert that buys. Minutes are after midnight in Bogotá. */
export const ListTerms = z.object({
  /** Boarding from `earliestMinute`, before `latestMinute`. */
  earliestMinute: z.int().min(0).max(1439),
  latestMinute: z.int().min(1).max(1440),
  /** Minutes before the pick-up from which nothing is bought any more. */
  noticeMinutes: z.int().min(LIST_NOTICE.min).max(LIST_NOTICE.max),
  /** Buys also between 21:00 and 7:00 for a pick-up before 10:00. */
  atNight: z.boolean(),
  womenOnly: z.boolean(),
  verifiedOnly: z.boolean(),
  /** Buys also two cars, with one change; the limit is for both. */
  withChange: z.boolean(),
  /** Buys only cars that take pets, or that have room for a wheelchair. */
  pets: z.boolean(),
  wheelchair: z.boolean(),
})
export type ListTerms = z.infer<typeof ListTerms>

const ListView = z.object({
  ...ListTerms.shape,
  noticeMinutes: z.int(),
  /** Its place among the active lists of the same way with a day and an hour in common. */
  place: z.int().nullable(),
  of: z.int(),
  /** What it bought or asked for; null while it waits. */
  bookingId: Id.nullable(),
})

export const AlertView = z.object({
  id: Id,
  status: z.enum(['active', 'stopped']),
  from: Place,
  to: Place,
  ...ShownAlertTerms.shape,
  createdAt: Instant,
  /** Null for an alert that only tells. */
  list: ListView.nullable(),
  can: z.object({ stop: z.boolean(), resume: z.boolean() }),
  /** Number of trips that matched since the alert was created. */
  matches: z.int(),
  /** Matching trips that can still be booked, the next to depart first. */
  trips: z.array(AlertTrip),
})
export type AlertView = z.infer<typeof AlertView>

/** What the mailed link shows of an alert: nothing that identifies its owner. */
export const MailedAlert = AlertView.pick({
  status: true,
  from: true,
  to: true,
  since: true,
  until: true,
})
export type MailedAlert = z.infer<typeof MailedAlert>

const LIST_REFUSALS = [
  'list_exists',
  'list_limit',
  'list_needs_identity',
  'lists_paused',
  'women_only',
  'verified_only',
  'account_suspended',
  'account_closing',
] as const

const token = z.strictObject({ token: inputText().min(1).max(200) })

/** Saved searches: a mail goes out when somebody publishes a matching trip. */
export const alerts = {
  create: post('/alerts', {
    auth: 'live',
    summary: 'Create an alert',
    description:
      'Saves a search and mails the signed-in person when a trip fits it; with `list` the first ' +
      'seat that fits is bought from the wallet. The same places and days again, or the same ' +
      '`Idempotency-Key`, answer the alert that exists; a list takes the place of an alert.',
    body: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      ...AlertTerms.shape,
      seats: AlertTerms.shape.seats.default(1),
      maxPrice: Pesos.optional(),
      /** Buys the first seat that fits; asks for `maxPrice`. Sending it gives the consent. */
      list: z
        .strictObject({
          ...ListTerms.shape,
          // Absent in lists of 0.1.0, which take any car.
          pets: ListTerms.shape.pets.default(false),
          wheelchair: ListTerms.shape.wheelchair.default(false),
        })
        .optional(),
    }),
    ok: z.object({ alert: AlertView, created: z.boolean() }),
    idempotent: true,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: [
      'place_not_found',
      'route_stops_invalid',
      'alert_limit',
      'email_unconfirmed',
      'terms_required',
      ...LIST_REFUSALS,
    ],
  }),
  mine: get('/alerts', {
    auth: 'live',
    summary: "List one's alerts",
    description: "Returns the signed-in person's alerts: the active ones and the last that ended.",
    ok: z.object({ active: z.array(AlertView), past: z.array(AlertView) }),
  }),
  stop: post('/alerts/:alertId/stop', {
    auth: 'live',
    summary: 'Turn an alert off',
    description: "Turns off one of the signed-in person's alerts. Safe to repeat.",
    ok: z.object({ alert: AlertView }),
    errors: ['alert_not_found'],
  }),
  resume: post('/alerts/:alertId/resume', {
    auth: 'live',
    summary: 'Turn an alert on again',
    description:
      "Turns on again one of the signed-in person's alerts whose days are not over. Safe to " +
      'repeat.',
    ok: z.object({ alert: AlertView }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [
      'alert_not_found',
      'alert_over',
      'alert_exists',
      'alert_limit',
      'email_unconfirmed',
      'terms_required',
      ...LIST_REFUSALS,
    ],
  }),
  fromMail: post('/alerts/from-mail', {
    auth: 'public',
    summary: 'Show the alert that a mailed link names',
    description:
      'Returns the alert that the link of a mail would turn off, without turning it off. Needs ' +
      'the link and no session.',
    body: token,
    ok: z.object({ alert: MailedAlert }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['link_invalid'],
  }),
  unsubscribe: post('/alerts/unsubscribe', {
    auth: 'public',
    summary: 'Turn an alert off by its mailed link',
    description:
      'Turns off the alert that the link of a mail names. Needs the link and no session; safe ' +
      'to repeat.',
    body: token,
    ok: z.object({ alert: MailedAlert }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['link_invalid'],
  }),
}

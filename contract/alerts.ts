import { z } from 'zod'
import { CalendarDate, Id, Instant, inputText, Pesos, PlaceId, StopId } from './common.ts'
import { SEATS_MAX } from './limits.ts'
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

export const AlertView = z.object({
  id: Id,
  status: z.enum(['active', 'stopped']),
  from: Place,
  to: Place,
  ...ShownAlertTerms.shape,
  createdAt: Instant,
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

const params = z.strictObject({ alertId: Id })
const token = z.strictObject({ token: inputText().min(1).max(200) })

/** Saved searches: a mail goes out when somebody publishes a matching trip. */
export const alerts = {
  create: post('/alerts', {
    auth: 'live',
    summary: 'Create an alert',
    description:
      'Saves a search and mails the signed-in person when a trip fits it. The same places and ' +
      'days again, or the same `Idempotency-Key`, answer the alert that exists.',
    body: z.strictObject({
      from: PlaceId,
      to: PlaceId,
      ...AlertTerms.shape,
      seats: AlertTerms.shape.seats.default(1),
      maxPrice: Pesos.optional(),
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
    params,
    ok: z.object({ alert: AlertView }),
    errors: ['alert_not_found'],
  }),
  resume: post('/alerts/:alertId/resume', {
    auth: 'live',
    summary: 'Turn an alert on again',
    description:
      "Turns on again one of the signed-in person's alerts whose days are not over. Safe to " +
      'repeat.',
    params,
    ok: z.object({ alert: AlertView }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [
      'alert_not_found',
      'alert_over',
      'alert_exists',
      'alert_limit',
      'email_unconfirmed',
      'terms_required',
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

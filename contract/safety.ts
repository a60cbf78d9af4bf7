import { z } from 'zod'
import { Email } from './auth-account.ts'
import { casesQuery, Id, Instant, inputText, longText, pageOf, text } from './common.ts'
import { DutyCall } from './duty.ts'
import { PersonName } from './names.ts'
import { del, get, post, put } from './route.ts'
import { INCIDENT_NOTE_MIN, INCIDENT_TEXT_MAX } from './safety-limits.ts'
import { shareCalls } from './safety-shares.ts'
import { comparedErrors } from './team-acts.ts'

const IncidentKind = z.enum(['emergency', 'felt_unsafe'])
export const IncidentOutcome = z.enum(['helped', 'authorities', 'sanctioned', 'no_danger'])
export type IncidentOutcome = z.infer<typeof IncidentOutcome>

const Place = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  accuracyMeters: z.int().min(0).max(100_000),
})

/** An incident as the person who opened it sees it. */
export const OwnIncident = z.object({
  id: Id,
  tripId: Id,
  kind: IncidentKind,
  /** `open` until a team member takes it. */
  state: z.enum(['open', 'taken', 'closed']),
  pressedAt: Instant,
  createdAt: Instant,
  /** Deadline for a team member to look at it. */
  dueAt: Instant,
  answer: z.string().nullable(),
})
export type OwnIncident = z.infer<typeof OwnIncident>

/** An incident in the list of the team. */
export const IncidentRow = z.object({
  id: Id,
  kind: IncidentKind,
  person: z.object({ id: Id, name: z.string(), isDriver: z.boolean() }),
  from: z.string(),
  to: z.string(),
  departsAt: Instant,
  plate: z.string(),
  pressedAt: Instant,
  /** Number of times that the person pressed the button, and time of the last; null for once. */
  presses: z.int(),
  lastPressedAt: Instant.nullable(),
  createdAt: Instant,
  dueAt: Instant,
  isOverdue: z.boolean(),
  takenBy: z.object({ id: Id, name: z.string() }).nullable(),
  takenAt: Instant.nullable(),
  isMine: z.boolean(),
  /** Whether the viewer opened it or is on the trip; another person must handle it. */
  isOwn: z.boolean(),
  outcome: IncidentOutcome.nullable(),
})
export type IncidentRow = z.infer<typeof IncidentRow>

/** Somebody of the trip. `phone`: for the team member who took the incident; null without one. */
const Traveller = z.object({ id: Id, name: z.string(), phone: z.string().nullable() })

/** An incident with what a team member needs on the phone. */
export const IncidentCase = IncidentRow.extend({
  tripId: Id,
  text: z.string().nullable(),
  person: Traveller.extend({ isDriver: z.boolean() }),
  driver: Traveller,
  /**
   * The other passengers, with the stop where each gets on. `waits`: nobody recorded that they did;
   * `left`: the car reached the stop where they get off.
   */
  others: z.array(
    Traveller.extend({ from: z.string(), where: z.enum(['waits', 'aboard', 'left']) }),
  ),
  /** Colour and model. */
  car: z.string(),
  /**
   * Declared stops, and those where somebody boarded, in order. `reachedAt`: recorded arrival, at
   * the first stop the departure; where neither was pressed, when somebody boarded there.
   */
  stops: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), lat: z.number(), lng: z.number() },
      ...{ at: Instant, reachedAt: Instant.nullable() },
    }),
  ),
  /** For the team member who took it: the last known positions of people aboard, newest first. */
  positions: z.array(Place.extend({ name: z.string(), at: Instant })),
  calls: z.array(DutyCall),
  notes: z.array(z.object({ id: Id, author: z.string(), body: z.string(), at: Instant })),
  answer: z.string().nullable(),
  closedAt: Instant.nullable(),
  /** Another open emergency, the untaken ones first. */
  nextId: Id.nullable(),
})
export type IncidentCase = z.infer<typeof IncidentCase>

const handles = { permission: 'incidents.handle' } as const
export const incidentWords = longText(INCIDENT_TEXT_MAX).min(INCIDENT_NOTE_MIN)
export const oneIncident = z.object({ incident: IncidentCase })

/** The trusted contact of the signed-in person. */
export const TrustedContact = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** `invited`: asked; receives no messages before agreeing. */
  status: z.enum(['invited', 'agreed']),
  /** Whether the contact is told when the person boards and arrives. */
  tells: z.boolean(),
  invitedAt: Instant,
})
export type TrustedContact = z.infer<typeof TrustedContact>

const contact = z.object({ contact: TrustedContact.nullable() })
const token = inputText().max(100)

export const safety = {
  showContact: get('/me/trusted-contact', {
    auth: 'live',
    summary: "Show one's trusted contact",
    description: 'Returns the trusted contact of the signed-in person; null without one.',
    ok: contact,
  }),
  saveContact: put('/me/trusted-contact', {
    auth: 'live',
    summary: "Name or change one's trusted contact",
    description:
      'Names the person who hears how the signed-in person travels. They get one message that ' +
      'says who named them and how to refuse; nothing else is sent before they agree. Another ' +
      'telephone or address is asked again; who refused once is not.',
    body: z.strictObject({
      name: PersonName,
      phone: text(30).nullable().default(null),
      email: Email.nullable().default(null),
      tells: z.boolean().default(true),
    }),
    ok: contact,
    errors: [
      'trusted_contact_needed',
      'trusted_contact_self',
      'trusted_contact_refused',
      'trusted_contact_unreachable',
      'email_unconfirmed',
      'rate_limited',
    ],
  }),
  removeContact: del('/me/trusted-contact', {
    auth: 'live',
    summary: "Remove one's trusted contact",
    description: 'Forgets the contact, who hears nothing more. Safe to repeat.',
    ok: contact,
    whenExpelled: true,
  }),
  readInvitation: post('/trusted-contact/read', {
    auth: 'public',
    summary: 'Show who named one as trusted contact',
    description:
      'Returns who sent an invitation, by first name, and whether the contact agreed. Needs ' +
      'only the signed link. A wrong or withdrawn link answers the same.',
    body: z.strictObject({ token }),
    ok: z.object({ by: z.string(), status: z.enum(['invited', 'agreed']) }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['link_invalid'],
  }),
  answerInvitation: post('/trusted-contact/answer', {
    auth: 'public',
    summary: 'Agree or refuse to be a trusted contact',
    description:
      'Agrees, or refuses, also after having agreed. Refusing is final between these two: they ' +
      'are never asked again. The person who named them is told. Safe to repeat.',
    body: z.strictObject({ token, agrees: z.boolean() }),
    ok: z.object({ status: z.enum(['agreed', 'refused']) }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['link_invalid'],
  }),
  openIncident: post('/incidents', {
    auth: 'live',
    summary: 'Report an emergency or an unsafe trip',
    description:
      'Somebody of a trip asks the team for help, or says that something made them feel unsafe. ' +
      'A person of the team looks at it within 2 hours, at any time. With the same `id` it is ' +
      'the same incident, and so is another emergency of the same person on the same trip while ' +
      'the first is open; `pressedAt` is when it was pressed, which without a network was ' +
      'earlier. `tellContact` also tells the trusted contact, if they agreed.',
    body: z.strictObject({
      id: Id,
      tripId: Id,
      /** Booking of a passenger; null for the driver of the trip. */
      bookingId: Id.nullable(),
      kind: IncidentKind,
      text: longText(INCIDENT_TEXT_MAX).default(''),
      position: Place.nullable().default(null),
      pressedAt: Instant,
      tellContact: z.boolean().default(false),
    }),
    ok: z.object({ incident: OwnIncident, contactTold: z.boolean() }),
    status: 201,
    whenExpelled: true,
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: ['booking_not_found', 'trip_not_found', 'report_text_required', 'idempotency_mismatch'],
  }),
  listOwnIncidents: get('/incidents', {
    auth: 'live',
    summary: "List one's incidents",
    description: 'Returns the last incidents that the signed-in person opened, with the answers.',
    ok: z.object({ incidents: z.array(OwnIncident) }),
  }),
  listIncidents: get('/admin/incidents', {
    auth: handles,
    summary: 'List incidents for the team',
    description: 'Returns incidents to look at: emergencies first, then by age.',
    query: casesQuery,
    ok: pageOf(IncidentRow),
  }),
  showIncident: get('/admin/incidents/:incidentId', {
    auth: handles,
    summary: 'Show an incident',
    description:
      'Returns an incident with its trip. Numbers and positions are for who took it. Not for ' +
      'people of the trip.',
    ok: oneIncident,
    errors: ['incident_not_found'],
  }),
  takeIncident: post('/admin/incidents/:incidentId/take', {
    auth: handles,
    summary: 'Take an incident',
    description:
      'The caller takes an incident that nobody has, that `from` has, or that calls again, and ' +
      'sees numbers and positions, which is recorded. Of two in parallel one is refused. Not for ' +
      'people of the trip.',
    body: z.strictObject({ from: Id.nullable().default(null) }),
    ok: oneIncident,
    errors: ['incident_not_found', 'incident_closed', 'incident_taken', ...comparedErrors],
  }),
  noteIncident: post('/admin/incidents/:incidentId/notes', {
    auth: handles,
    summary: 'Add a note to an incident',
    description: 'Adds a note for the team. Not for people of the trip.',
    body: z.strictObject({ body: incidentWords }),
    ok: oneIncident,
    errors: ['incident_not_found', ...comparedErrors],
  }),
  ...shareCalls,
}

import { z } from 'zod'
import { BookingSummary } from './back-office-bookings.ts'
import { PaymentSummary } from './back-office-payments.ts'
import { TripOverview } from './back-office-trips.ts'
import { CalendarDate, Id, Instant, longText, Pesos, PesosSum, text } from './common.ts'
import {
  DESK_FIND_LIMIT,
  deskFilters,
  deskListOf,
  deskSort,
  EXPORT_TEXT,
  FILE_TEXT,
  SORT_TEXT,
} from './desk-filters.ts'
import { REVEAL_REASON_MAX, REVEAL_REASON_MIN, REVEALS_AN_HOUR } from './limits.ts'
import { get, post } from './route.ts'

/** Personal data shown masked until a team member gives a reason to see them. */
export const RevealField = z.enum(['email', 'phone', 'identification'])
export type RevealField = z.infer<typeof RevealField>

/** A search result: enough to recognise the person, not enough to contact them. */
export const FoundPerson = z.object({
  id: Id,
  /** First name and initial, or username. */
  name: z.string(),
  /** Masked, such as `c•••@correo.co`. */
  email: z.string(),
  /** Masked, such as `••• ••• 4567`. */
  phone: z.string().nullable(),
  verified: z.boolean(),
  isDriver: z.boolean(),
  isTeam: z.boolean(),
  memberSince: Instant,
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** The newest items, and the total number of them. */
const newest = <S extends z.ZodType>(item: S) => z.object({ total: z.int(), items: z.array(item) })

export const DeskPerson = FoundPerson.extend({
  fullName: z.string().nullable(),
  username: z.string().nullable(),
  emailConfirmedAt: Instant.nullable(),
  phoneProvedAt: Instant.nullable(),
  /** Document type, and the number masked as `•••• 4567`. */
  identification: z.object({ type: z.string(), masked: z.string() }).nullable(),
  verifiedAt: Instant.nullable(),
  roles: z.array(z.string()),
  expelled: z.boolean(),
  /** Whether the account is paused while the team examines a case. */
  paused: z.boolean(),
  /** End of a suspension that is in force; else null. */
  suspendedUntil: Instant.nullable(),
  standing: z.object({
    level: z.string(),
    /** Average from 1 to 5; null without ratings. */
    rating: z.number().nullable(),
    tripsDriven: z.int(),
    tripsRidden: z.int(),
    /** Cancelled bookings among finished ones that had been agreed, as passenger and as driver. */
    cancelled: z.int(),
    agreed: z.int(),
  }),
  documents: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      status: z.string(),
      expiresOn: CalendarDate.nullable(),
      createdAt: Instant,
    }),
  ),
  vehicles: z.array(z.object({ id: Id, plate: z.string(), title: z.string() })),
  /** Amounts in pesos, and the person's ledger account. */
  wallet: z.object({
    accountId: Id,
    available: PesosSum,
    held: PesosSum,
    debt: PesosSum,
  }),
  trips: newest(TripOverview),
  bookings: newest(BookingSummary),
  payments: newest(PaymentSummary),
  withdrawals: newest(
    z.object({
      id: Id,
      reference: z.string(),
      status: z.string(),
      amount: Pesos,
      createdAt: Instant,
    }),
  ),
  sanctions: newest(
    z.object({
      id: Id,
      kind: z.string(),
      reason: z.string(),
      at: Instant,
      endsAt: Instant.nullable(),
      lifted: z.boolean(),
    }),
  ),
  /** Reports and automatic signals about this person. */
  cases: newest(
    z.object({ id: Id, reason: z.string(), outcome: z.string().nullable(), createdAt: Instant }),
  ),
  tickets: newest(z.object({ id: Id, kind: z.string(), status: z.string(), lastAt: Instant })),
  sessions: newest(
    z.object({
      id: Id,
      /** Browser and system, such as `Chrome en Windows`. */
      device: z.string().nullable(),
      createdAt: Instant,
      lastUsedAt: Instant,
      open: z.boolean(),
    }),
  ),
  devices: z.int(),
  ratings: newest(
    z.object({ id: Id, stars: z.int().nullable(), as: z.string(), createdAt: Instant }),
  ),
  /** Whether the viewer can reveal the whole address, number and document by giving a reason. */
  can: z.object({ reveal: z.boolean() }),
})
export type DeskPerson = z.infer<typeof DeskPerson>

/** Summary of a person, for the team member who decides or answers about them. */
export const PersonContext = FoundPerson.extend({
  /** Whole years, by a verified document; null without one. */
  age: z.int().nullable(),
  standing: DeskPerson.shape.standing.pick({ rating: true, tripsDriven: true, tripsRidden: true }),
  /** Sanctions in force, the newest first. */
  sanctions: z.array(z.object({ kind: z.string(), endsAt: Instant.nullable() })),
  withdrawals: DeskPerson.shape.withdrawals.shape.items,
  expelled: z.boolean(),
  /** Whether the account is paused while the team examines a case. */
  paused: z.boolean(),
  /** End of a suspension that is in force; else null. */
  suspendedUntil: Instant.nullable(),
  wallet: DeskPerson.shape.wallet.pick({ available: true, held: true, debt: true }),
  /** The next journey and the last one, as a passenger and as a driver, in order of time. */
  journeys: z.array(
    z.object({
      kind: z.enum(['booking', 'trip']),
      id: Id,
      from: z.string(),
      to: z.string(),
      at: Instant,
      isAhead: z.boolean(),
    }),
  ),
  payments: z.array(PaymentSummary),
  /** Cases that nobody has decided or answered, the newest first. `about`: kind or reason. */
  openCases: z.array(
    z.object({
      kind: z.enum(['ticket', 'conduct', 'dispute']),
      id: Id,
      about: z.string().nullable(),
      at: Instant,
    }),
  ),
})
export type PersonContext = z.infer<typeof PersonContext>

const view = { permission: 'people.view' } as const
const { since, until } = deskFilters
const filters = { kind: z.enum(['verified', 'driver', 'team']).optional(), since, until }
const people = deskListOf(FoundPerson, filters, deskSort('memberSince'))

export const peopleCalls = {
  listPeople: get('/admin/people', {
    auth: view,
    summary: 'List people',
    description:
      'Returns people by kind and by the day on which they joined, with masked data, the newest ' +
      `first. ${SORT_TEXT}`,
    ...people.list,
  }),
  downloadPeople: post('/admin/people/file', {
    auth: { permission: 'people.export' },
    summary: 'Download people as CSV',
    description:
      'Returns the list of people, with a masked e-mail address and two digits of the ' +
      `telephone. ${FILE_TEXT} ${EXPORT_TEXT}`,
    ...people.file,
  }),
  findPeople: post('/admin/people/find', {
    auth: view,
    summary: 'Find people',
    description:
      'Finds people by name, username, id, or the whole e-mail address, telephone or document ' +
      'number. The text is in the body, because browsers and logs keep addresses. Answers masked ' +
      'data.',
    body: z.strictObject({ text: text(120) }),
    ok: z.object({ items: z.array(FoundPerson), more: z.boolean() }),
    limit: DESK_FIND_LIMIT,
  }),
  showPerson: get('/admin/people/:userId', {
    auth: view,
    summary: 'Show a person to the team',
    description:
      'Returns standing, verification, journeys, money, sanctions, tickets and sessions of a ' +
      'person, with masked data; who looked is recorded.',
    ok: z.object({ person: DeskPerson }),
    errors: ['person_not_found'],
  }),
  showPersonContext: get('/admin/people/:userId/context', {
    auth: view,
    summary: 'Show what a decision about a person needs',
    description:
      'Returns age, journeys, rating, sanctions, balance, last top-ups and withdrawals and open ' +
      'cases of a person, with masked data; who looked is recorded.',
    ok: z.object({ person: PersonContext }),
    errors: ['person_not_found'],
  }),
  revealDatum: post('/admin/people/:userId/reveal', {
    auth: { permission: 'people.reveal' },
    summary: 'Reveal a datum in full',
    description:
      'Answers one datum of a person in full. Who asked, and why, is recorded first, and the ' +
      'person reads it in the copy of their data. Nobody asks for their own, and only admins for ' +
      'those of the team.',
    body: z.strictObject({
      field: RevealField,
      /** The reason in words, or the person's ticket or report that the look-up is for. */
      why: z.union([
        z.strictObject({ reason: longText(REVEAL_REASON_MAX).min(REVEAL_REASON_MIN) }),
        z.strictObject({ ticketId: Id }),
        z.strictObject({ caseId: Id }),
      ]),
    }),
    ok: z.object({ value: z.string() }),
    limit: { max: REVEALS_AN_HOUR, windowSeconds: 3_600, by: 'user' },
    errors: ['person_not_found', 'reveal_subject_not_found', 'nothing_to_reveal'],
  }),
}

import { z } from 'zod'
import { BookingSummary } from './back-office-bookings.ts'
import { PaymentSummary } from './back-office-payments.ts'
import { FoundPerson } from './back-office-people.ts'
import { TripOverview } from './back-office-trips.ts'
import { Id, Instant, Pesos, PesosSum, text } from './common.ts'
import { post } from './route.ts'

const FoundWithdrawal = z.object({
  id: Id,
  reference: z.string(),
  status: z.string(),
  /** Whether the withdrawal has ended, paid or not. */
  closed: z.boolean(),
  person: z.object({ id: Id, name: z.string() }),
  amount: Pesos,
  createdAt: Instant,
})

const FoundVehicle = z.object({
  id: Id,
  plate: z.string(),
  title: z.string(),
  driver: z.object({ id: Id, name: z.string() }),
})

const FoundTicket = z.object({
  id: Id,
  number: z.int(),
  kind: z.string(),
  status: z.string(),
  /** Null for a visitor without an account. */
  person: z.object({ id: Id, name: z.string() }).nullable(),
  lastAt: Instant,
})

const FoundClaim = z.object({
  id: Id,
  /** Number that the owner has, such as `CUPO-1A2B-3C4D`. */
  number: z.string(),
  pesos: PesosSum,
  closedAt: Instant,
})

export const findCalls = {
  findAnything: post('/admin/find', {
    auth: { permission: 'dashboard.view' },
    summary: 'Find anything',
    description:
      'Finds people, trips, bookings, top-ups, withdrawals, tickets and claims to the money of ' +
      'closed accounts by what the text is: a plate (with its vehicle and driver), a ticket ' +
      "code, a display code, a whole reference, the gateway's id of a transaction, the number " +
      'of a ticket, a whole e-mail address, telephone or document number, an id, or the ' +
      'beginnings of a name. At most five of each, what is under way and ahead before what is ' +
      'over, and only of what the caller may see; other lists are empty. The text is in the ' +
      'body, because browsers and logs keep addresses. A look-up by address, telephone or ' +
      'document is recorded.',
    body: z.strictObject({ text: text(120) }),
    ok: z.object({
      vehicles: z.array(FoundVehicle),
      people: z.array(FoundPerson),
      trips: z.array(TripOverview),
      bookings: z.array(BookingSummary),
      payments: z.array(PaymentSummary),
      withdrawals: z.array(FoundWithdrawal),
      tickets: z.array(FoundTicket),
      claims: z.array(FoundClaim),
    }),
    limit: { max: 300, windowSeconds: 600, by: 'user' },
  }),
}

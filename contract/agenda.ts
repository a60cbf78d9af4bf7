import { z } from 'zod'
import { CalendarDate, Id, Instant, StopId } from './common.ts'
import { route } from './route.ts'

/**
 * `keep`: seats kept while their passenger pays. `request`: passengers ask the driver for a seat.
 * `no_show`: the driver says that the passenger did not come. `trip`: the next journey.
 */
const AgendaKind = z.enum(['keep', 'request', 'no_show', 'trip'])

export const AgendaItem = z.object({
  kind: AgendaKind,
  /** What the person is on that trip. */
  as: z.enum(['passenger', 'driver']),
  tripId: Id,
  /** Null for a driver, and for seats that are only kept. */
  bookingId: Id.nullable(),
  from: z.object({ id: StopId, name: z.string(), at: Instant }),
  to: z.object({ id: StopId, name: z.string(), at: Instant }),
  /** Kept or booked; for a driver: that passengers have or ask for. */
  seats: z.int(),
  /** How many requests wait; 1 for everything else. */
  count: z.int(),
  /** Until when the person may act; null when nothing is asked of them. */
  until: Instant.nullable(),
  /** A booking that the driver has not answered. */
  unanswered: z.boolean(),
  /** The driver of this trip works with the run sheet by now. */
  runSheet: z.boolean(),
})
export type AgendaItem = z.infer<typeof AgendaItem>

export const Agenda = z.object({
  /** What has a deadline first, by deadline; then the next journeys, by departure. */
  items: z.array(AgendaItem),
  /** How many things the person must act on: the number on the phone's bar. */
  waiting: z.int(),
  /** Rejected documents that the person has not sent again. */
  rejectedDocuments: z.int(),
  /** Notifications that the person has not read, at most 100. */
  unread: z.int(),
  /** Conversations with messages that the person has not read, at most 100. */
  unreadConversations: z.int(),
  /** From which day on announced terms are in force; null when none are announced. */
  termsFrom: CalendarDate.nullable(),
  /** The list of "Mis viajes" that has something to show. */
  opens: z.enum(['passenger', 'driver']),
})
export type Agenda = z.infer<typeof Agenda>

export const agenda = {
  mine: route({
    method: 'GET',
    path: '/agenda',
    auth: 'live',
    summary: 'Lo que me espera: mis próximos viajes y lo que debo responder o pagar',
    description:
      'What waits for the signed-in person: deadlines first, then their next trips as ' +
      'passenger and driver, and how many rejected documents they must send again.',
    ok: Agenda,
    errors: [],
  }),
}

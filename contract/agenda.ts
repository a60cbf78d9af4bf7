import { z } from 'zod'
import { CalendarDate, Id, Instant, StopId } from './common.ts'
import { get } from './route.ts'

export const AgendaItem = z.object({
  /**
   * `keep`: seats kept while their passenger pays, or after the driver of `bookingId` failed.
   * `ask`: whether the driver has a seat for the person whose `bookingId` another driver failed.
   * `request`: passengers ask the driver for a seat.
   * `no_show`: the driver says that the passenger did not come. `trip`: the next journey.
   */
  kind: z.enum(['keep', 'ask', 'request', 'no_show', 'trip']),
  as: z.enum(['passenger', 'driver']),
  tripId: Id,
  /** Null for a driver's own trips, and for seats that are kept while their passenger pays. */
  bookingId: Id.nullable(),
  from: z.object({ id: StopId, name: z.string(), at: Instant }),
  to: z.object({ id: StopId, name: z.string(), at: Instant }),
  /** Seats kept or booked. For a driver: seats that passengers have or ask for. */
  seats: z.int(),
  /** Number of waiting requests; 1 for the other kinds. */
  count: z.int(),
  /** Deadline for the person to act; null when no action is asked. */
  until: Instant.nullable(),
  unanswered: z.boolean(),
  /** Whether the person drives this trip and its run sheet is already open. */
  runSheet: z.boolean(),
})
export type AgendaItem = z.infer<typeof AgendaItem>

export const Agenda = z.object({
  /** Items with a deadline first, by deadline; then the next journeys, by departure. */
  items: z.array(AgendaItem),
  /** Number of `items` with a deadline, as "Mis viajes" lists them: the badge that leads there. */
  waiting: z.int(),
  rejectedDocuments: z.int(),
  /** Notifications that the person has not read, at most 100. */
  unread: z.int(),
  /** Conversations with messages that the person has not read, at most 100. */
  unreadConversations: z.int(),
  /** First day on which the announced terms are in force; null when none are announced. */
  termsFrom: CalendarDate.nullable(),
  /** The tab of "Mis viajes" that has something to show. */
  opens: z.enum(['passenger', 'driver']),
})
export type Agenda = z.infer<typeof Agenda>

export const agenda = {
  mine: get('/agenda', {
    auth: 'live',
    summary: 'List what waits for the signed-in person',
    description:
      'Returns what waits for the signed-in person: deadlines first, then their next trips as ' +
      'passenger and driver, and how many rejected documents they must send again.',
    ok: Agenda,
  }),
}

// Fields and deadlines of tickets. No clock and no database.
import {
  ANSWER_AHEAD_HOURS,
  ANSWER_OFFICE_HOURS,
  SAFETY_ANSWER_HOURS,
} from '#contract/support-limits.ts'
import type { TicketKind, TicketStatus } from '#contract/support-tickets.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { addOfficeMs, backToOffice, officeMsBetween } from '#server/platform/office-hours.ts'

export type NewTicket = {
  id: string
  /** Account of the person; null for a person without a session. */
  userId: string | null
  guestSealed: Buffer | null
  guestIndex: Buffer | null
  kind: TicketKind
  aboutKind: 'trip' | 'booking' | 'movement' | 'payment' | null
  aboutId: string | null
  aboutSealed: Buffer | null
  status: TicketStatus
  createdAt: Date
  dueAt: Date | null
  /** Whether the person was promised an answer by `dueAt`; absent: yes. */
  isPromised?: boolean
  incidentId: string | null
}

export type Ticket = NewTicket & {
  isPromised: boolean
  number: number
  lastAt: Date
  assignedTo: string | null
  resolvedAt: Date | null
  reopenedAt: Date | null
  rating: number | null
  ratingSealed: Buffer | null
}

/** Deadline of the terms, "Contacto": 2 hours at any time about safety, else 48 office hours. */
function dueByTerms(kind: TicketKind, at: Date): Date {
  return kind === 'safety'
    ? addMs(at, SAFETY_ANSWER_HOURS * HOUR_MS)
    : addOfficeMs(at, ANSWER_OFFICE_HOURS * HOUR_MS)
}

export type Due = { dueAt: Date; isPromised: boolean }

/**
 * Deadline for the answer to a message at `at`: by the terms, and 2 hours before the trip leaves,
 * in office hours except about safety. With no time left the team has until the departure.
 */
export function dueFrom(kind: TicketKind, at: Date, departsAt: Date | null): Due {
  const byTerms = dueByTerms(kind, at)
  if (!departsAt || departsAt <= at) return { dueAt: byTerms, isPromised: true }
  const ahead = addMs(departsAt, -ANSWER_AHEAD_HOURS * HOUR_MS)
  const last = kind === 'safety' ? ahead : backToOffice(ahead)
  if (byTerms <= last) return { dueAt: byTerms, isPromised: true }
  if (kind === 'safety' ? last > at : officeMsBetween(at, last) > 0)
    return { dueAt: last, isPromised: true }
  return { dueAt: byTerms < departsAt ? byTerms : departsAt, isPromised: false }
}

/** Deadline of a ticket of an incident: the earlier of both, until somebody takes the incident. */
export function earlierDue(
  incident: { dueAt: Date; takenAt: Date | null } | undefined,
  due: Due,
): Due {
  const isEarlier = incident && !incident.takenAt && incident.dueAt < due.dueAt
  return isEarlier ? { ...due, dueAt: incident.dueAt } : due
}

export function isOverdue({ dueAt }: Pick<Ticket, 'dueAt'>, now: Date): boolean {
  return dueAt !== null && dueAt <= now
}

const EXCERPT_MAX = 120

/** Returns the beginning of a text in one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= EXCERPT_MAX ? line : `${line.slice(0, EXCERPT_MAX - 1).trimEnd()}…`
}

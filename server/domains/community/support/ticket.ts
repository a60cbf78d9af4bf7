// Fields and deadlines of tickets. No clock and no database.
import { ANSWER_OFFICE_HOURS, SAFETY_ANSWER_HOURS } from '#contract/support-limits.ts'
import type { TicketKind, TicketStatus } from '#contract/support-tickets.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { addOfficeMs } from './office-hours.ts'

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
  incidentId: string | null
}

export type Ticket = NewTicket & {
  number: number
  lastAt: Date
  assignedTo: string | null
  resolvedAt: Date | null
  reopenedAt: Date | null
  rating: number | null
  ratingSealed: Buffer | null
  ratedAt: Date | null
}

/**
 * Deadline for the answer to a message at `at`: 2 hours at any time about safety, otherwise 48
 * office hours. Source: the terms, "Contacto".
 */
export function dueFrom(kind: TicketKind, at: Date): Date {
  return kind === 'safety'
    ? addMs(at, SAFETY_ANSWER_HOURS * HOUR_MS)
    : addOfficeMs(at, ANSWER_OFFICE_HOURS * HOUR_MS)
}

/** Deadline of a ticket of an incident: the earlier of both, until somebody takes the incident. */
export function earlierDue(
  incident: { dueAt: Date; takenAt: Date | null } | undefined,
  dueAt: Date,
): Date {
  return incident && !incident.takenAt && incident.dueAt < dueAt ? incident.dueAt : dueAt
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

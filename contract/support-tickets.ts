import { z } from 'zod'
import { Id, Instant, imageErrors, text } from './common.ts'

export const TicketKind = z.enum(['safety', 'money', 'booking', 'account', 'other'])
export type TicketKind = z.infer<typeof TicketKind>

/** `open`: the team must answer. `waiting`: the person must answer. */
export const TicketStatus = z.enum(['unconfirmed', 'open', 'waiting', 'resolved'])
export type TicketStatus = z.infer<typeof TicketStatus>

const AboutKind = z.enum(['trip', 'booking', 'movement', 'payment'])

/** Subject of a ticket: an id, or the reference of a payment. */
export const AboutRef = z.strictObject({ kind: AboutKind, ref: text(80) })
export type AboutRef = z.infer<typeof AboutRef>

export const About = z.object({
  kind: AboutKind,
  id: Id,
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type About = z.infer<typeof About>

export const TicketSummary = z.object({
  id: Id,
  /** Number by which people and the team name the ticket. */
  number: z.int(),
  kind: TicketKind,
  status: TicketStatus,
  isReopened: z.boolean(),
  /** First words of the first message. */
  excerpt: z.string(),
  /** Subject of the ticket in one line; null without a subject. */
  about: z.string().nullable(),
  createdAt: Instant,
  lastAt: Instant,
  /** Deadline of the answer; null: the team waits, or promised nothing before the departure. */
  dueAt: Instant.nullable(),
  isOverdue: z.boolean(),
  /** Whether the ticket is resolved and the person has not rated it yet. */
  canRate: z.boolean(),
})
export type TicketSummary = z.infer<typeof TicketSummary>

export const photoErrors = ['ticket_not_found', 'ticket_photo_limit', ...imageErrors] as const

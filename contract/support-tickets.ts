import { z } from 'zod'
import { Id, Instant, text } from './common.ts'

export const TicketKind = z.enum(['safety', 'money', 'booking', 'account', 'other'])
export type TicketKind = z.infer<typeof TicketKind>

/** `open`: the team's turn. `waiting`: the person's. */
export const TicketStatus = z.enum(['unconfirmed', 'open', 'waiting', 'resolved'])
export type TicketStatus = z.infer<typeof TicketStatus>

const AboutKind = z.enum(['trip', 'booking', 'movement', 'payment'])

/** What something is about: an id, or the reference of a payment. */
export const AboutRef = z.strictObject({ kind: AboutKind, ref: text(80) })
export type AboutRef = z.infer<typeof AboutRef>

export const About = z.object({
  kind: AboutKind,
  id: Id,
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type About = z.infer<typeof About>

/** A ticket in a list. */
export const TicketSummary = z.object({
  id: Id,
  kind: TicketKind,
  status: TicketStatus,
  isReopened: z.boolean(),
  /** The first words. */
  excerpt: z.string(),
  /** What it is about, in one line; null for nothing in particular. */
  about: z.string().nullable(),
  createdAt: Instant,
  lastAt: Instant,
  /** Until when the team answers; null while it is not its turn. */
  dueAt: Instant.nullable(),
  isOverdue: z.boolean(),
  /** Resolved, and the person has not said how it went. */
  canRate: z.boolean(),
})
export type TicketSummary = z.infer<typeof TicketSummary>

/** What a photo of a ticket is refused with. */
export const photoErrors = [
  'ticket_not_found',
  'ticket_photo_limit',
  'file_type_unsupported',
  'image_too_large',
  'file_unreadable',
  'payload_too_large',
  'rate_limited',
  'busy',
] as const

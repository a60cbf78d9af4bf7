import { z } from 'zod'
import { Id, Instant } from './common.ts'

/** Newest messages of a chat that the team sees. */
export const CHAT_SHOWN = 200

/** Evidence of a dispute or report: the chat of both people about the trip, and their positions. */
export const CaseEvidence = z.object({
  /** In order of time. */
  messages: z.array(
    z.object({
      id: Id,
      by: z.string(),
      isDriver: z.boolean(),
      /** Null for a position that was sent as a message. */
      text: z.string().nullable(),
      at: Instant,
      isHidden: z.boolean(),
    }),
  ),
  /** Whether there are older messages, which are not shown. */
  more: z.boolean(),
  /** Last positions of people who share the trip; deleted when it ends. */
  positions: z.array(
    z.object({
      by: z.string(),
      lat: z.number(),
      lng: z.number(),
      accuracyMeters: z.int(),
      at: Instant,
    }),
  ),
})
export type CaseEvidence = z.infer<typeof CaseEvidence>

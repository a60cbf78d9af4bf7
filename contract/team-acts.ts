import { z } from 'zod'
import { Instant } from './common.ts'

/**
 * When the first signature was given that the screen showed; null: it showed none. A decision does
 * not count when a colleague signed or took back meanwhile. Absent from screens before this rule.
 */
export const SeenFirst = { seenFirstAt: Instant.nullable().optional() } as const

/**
 * When somebody of the case last wrote or sent a photo, on the screen (`saidAt`); null: nobody. A
 * decision does not count when there is more by now. Absent from screens before this rule.
 */
export const SeenSaid = { seenSaidAt: Instant.nullable().optional() } as const

/**
 * Whether the screen said that this signature is the last one, after which the act takes effect. It
 * is refused when the screen was wrong. Absent from screens before this rule.
 */
export const SeenLast = { isLast: z.boolean().optional() } as const

/** Errors of acts that compare what the screen showed. */
export const seenErrors = ['case_changed'] as const

/** Errors of every act of the team on people or their money. */
export const comparedErrors = ['same_human'] as const

/** Errors of every act of the team that takes two people. */
export const signedErrors = [
  ...comparedErrors,
  'signer_unverified',
  'signature_void',
  'second_human_unconfirmed',
] as const

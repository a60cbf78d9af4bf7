import { z } from 'zod'

/** Differences between the text of a PDF and the typed data: kind of document, and each field. */
export const PAPER_HINTS = [
  'other_paper',
  'date_absent',
  'birth_absent',
  'plate_absent',
  'number_absent',
  'name_absent',
  'insurer_absent',
  'policy_absent',
] as const
export type PaperHint = (typeof PAPER_HINTS)[number]

/**
 * Findings of an automatic check. Shown to the person and the team: `blurred`, `dark`, `expiry_far`
 * (later than such a document can last), `photo_repeated` (the same photo for another document),
 * and `PAPER_HINTS`.
 * Shown to the team only: `photo_refused` (the same photo was rejected), `photo_of_another`
 * (another person sent the same photo), `birth_unlikely` (older than 90), `plate_shared` (other
 * people registered the plate).
 */
export const DocumentHint = z.enum([
  'blurred',
  'dark',
  'expiry_far',
  'photo_repeated',
  'photo_refused',
  'photo_of_another',
  'birth_unlikely',
  'plate_shared',
  ...PAPER_HINTS,
])
export type DocumentHint = z.infer<typeof DocumentHint>

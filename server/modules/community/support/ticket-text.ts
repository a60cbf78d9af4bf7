// Encryption of the texts of tickets and of their people. Never logged, never in a mail.
import { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import { About } from '#contract/support-tickets.ts'
import { sealedColumn } from '#server/modules/community/safety/index.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { Ticket } from './ticket.ts'

/** Contact data of a person without a session. */
const Guest = z.object({ name: z.string(), email: z.string() })

export const textColumn = sealedColumn('support_messages.body_sealed', z.string())
export const guestColumn = sealedColumn('support_tickets.guest_sealed', Guest)
export const aboutColumn = sealedColumn('support_tickets.about_sealed', About)
export const commentColumn = sealedColumn('support_tickets.rating_sealed', z.string())

/** Decrypts a message; a text that was deleted with the account of its author reads `(borrado)`. */
export function openText(
  secrets: Secrets,
  { id, sealed }: { id: string; sealed: Buffer | null },
): string {
  return sealed ? textColumn.open(secrets, { id, sealed }) : '(borrado)'
}

export function openGuest(
  secrets: Secrets,
  { id, guestSealed: sealed }: Pick<Ticket, 'id' | 'guestSealed'>,
): z.infer<typeof Guest> | null {
  return sealed && guestColumn.open(secrets, { id, sealed })
}

export function guestIndex({ indexKey }: Pick<Secrets, 'indexKey'>, email: string): Buffer {
  return blindIndex(blindIndex(indexKey, 'support.guest'), emailKey(email))
}

export function openAbout(
  secrets: Secrets,
  { id, aboutSealed: sealed }: Pick<Ticket, 'id' | 'aboutSealed'>,
): About | null {
  return sealed && aboutColumn.open(secrets, { id, sealed })
}

export function openComment(
  secrets: Secrets,
  { id, ratingSealed: sealed }: Pick<Ticket, 'id' | 'ratingSealed'>,
): string | null {
  return sealed && commentColumn.open(secrets, { id, sealed })
}

export const photoContext = (id: string) => `support_attachments:${id}`

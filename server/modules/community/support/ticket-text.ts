// Encryption of the texts of tickets and of their people. Never logged, never in a mail.
import { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import { About } from '#contract/support-tickets.ts'
import { resealRows, sealedColumn } from '#server/modules/community/safety/index.ts'
import { blindIndex, isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import {
  listSealedMessagesAfter,
  listSealedPhotosAfter,
  listSealedTicketsAfter,
  replaceSealedMessage,
  replaceSealedPhoto,
  replaceSealedTicket,
} from './support.queries.ts'
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

/** Re-encrypts messages, facts, names and photos. Safe to interrupt and to repeat. */
export async function resealSupport(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  const {
    db,
    secrets: { dataKey },
  } = deps
  const messages = await textColumn.reseal(deps, listSealedMessagesAfter, replaceSealedMessage)
  const photos = await resealRows(deps, photoContext, listSealedPhotosAfter, replaceSealedPhoto)
  const tickets = await resealAll({
    after: (id) => listSealedTicketsAfter(db, id),
    renew: async (ticket) => {
      const { id, guest, about, comment } = ticket
      const parts = [guest, about, comment].filter((part) => part !== null)
      if (parts.every((part) => isCurrent(dataKey, part))) return false
      const again = ({ contextOf }: { contextOf(id: string): string }, sealed: Buffer | null) =>
        sealed && sealAnew(dataKey, contextOf(id), sealed)
      return await replaceSealedTicket(db, ticket, {
        guest: again(guestColumn, guest),
        about: again(aboutColumn, about),
        comment: again(commentColumn, comment),
      })
    },
  })
  const all = [messages, photos, tickets]
  const sum = (of: keyof Resealing) => all.reduce((total, each) => total + each[of], 0)
  return { read: sum('read'), renewed: sum('renewed') }
}

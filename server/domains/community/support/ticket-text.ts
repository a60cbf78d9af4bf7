// Encryption of the texts of tickets and of their people. Never logged, never in a mail.
import { z } from 'zod'
import { About } from '#contract/support-tickets.ts'
import { openValue, sealValue } from '#server/domains/community/safety/safety.public.ts'
import { emailKey } from '#server/domains/people/users/users.public.ts'
import { blindIndex, isCurrent, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import {
  replaceSealedMessage,
  replaceSealedPhoto,
  replaceSealedTicket,
  sealedMessagesAfter,
  sealedPhotosAfter,
  sealedTicketsAfter,
} from './support.queries.ts'
import type { Ticket } from './ticket.ts'

const BODY = 'support_messages.body_sealed'
const GUEST = 'support_tickets.guest_sealed'
const ABOUT = 'support_tickets.about_sealed'
const COMMENT = 'support_tickets.rating_sealed'

/** Contact data of a person without a session. */
const Guest = z.object({ name: z.string(), email: z.string() })
export type Guest = z.infer<typeof Guest>

export function sealText(secrets: Secrets, id: string, text: string): Buffer {
  return sealValue(secrets, { place: BODY, id }, text)
}

/** Shown instead of a text that was deleted with the account of its author. */
const DELETED = '(borrado)'

export function openText(secrets: Secrets, message: { id: string; sealed: Buffer | null }): string {
  if (!message.sealed) return DELETED
  return openValue(secrets, { place: BODY, id: message.id, as: z.string() }, message.sealed)
}

export function sealGuest(secrets: Secrets, id: string, guest: Guest): Buffer {
  return sealValue(secrets, { place: GUEST, id }, guest)
}

export function openGuest(
  secrets: Secrets,
  { id, guestSealed }: Pick<Ticket, 'id' | 'guestSealed'>,
): Guest | null {
  return guestSealed && openValue(secrets, { place: GUEST, id, as: Guest }, guestSealed)
}

export function guestIndex({ indexKey }: Pick<Secrets, 'indexKey'>, email: string): Buffer {
  return blindIndex(blindIndex(indexKey, 'support.guest'), emailKey(email))
}

export function sealAbout(secrets: Secrets, id: string, about: About): Buffer {
  return sealValue(secrets, { place: ABOUT, id }, about)
}

export function openAbout(
  secrets: Secrets,
  { id, aboutSealed }: Pick<Ticket, 'id' | 'aboutSealed'>,
): About | null {
  return aboutSealed && openValue(secrets, { place: ABOUT, id, as: About }, aboutSealed)
}

export function sealComment(secrets: Secrets, id: string, comment: string): Buffer {
  return sealValue(secrets, { place: COMMENT, id }, comment)
}

export function openComment(
  secrets: Secrets,
  { id, ratingSealed }: Pick<Ticket, 'id' | 'ratingSealed'>,
): string | null {
  return ratingSealed && openValue(secrets, { place: COMMENT, id, as: z.string() }, ratingSealed)
}

export const photoContext = (id: string) => `support_attachments:${id}`

type ResealDeps = Pick<Deps, 'db' | 'secrets'>

/**
 * Re-encrypts messages, facts, names and photos under the current key. Safe to interrupt and to
 * repeat.
 */
export async function resealSupport({ db, secrets }: ResealDeps): Promise<Resealing> {
  const { dataKey } = secrets
  const anew = (context: string, sealed: Buffer) => sealAnew(dataKey, context, sealed)
  const messages = await resealAll({
    after: (id) => sealedMessagesAfter(db, id),
    renew: async ({ id, sealed }) => {
      if (isCurrent(dataKey, sealed)) return false
      await replaceSealedMessage(db, { id, anew: anew(`${BODY}:${id}`, sealed) })
      return true
    },
  })
  const photos = await resealAll({
    after: (id) => sealedPhotosAfter(db, id),
    renew: async ({ id, sealed }) => {
      if (isCurrent(dataKey, sealed)) return false
      await replaceSealedPhoto(db, { id, anew: anew(photoContext(id), sealed) })
      return true
    },
  })
  const tickets = await resealAll({
    after: (id) => sealedTicketsAfter(db, id),
    renew: async (ticket) => {
      const { id, guest, about, comment } = ticket
      const parts = [guest, about, comment].filter((part) => part !== null)
      if (parts.every((part) => isCurrent(dataKey, part))) return false
      const again = (place: string, sealed: Buffer | null) => {
        return sealed && anew(`${place}:${id}`, sealed)
      }
      return await replaceSealedTicket(db, ticket, {
        guest: again(GUEST, guest),
        about: again(ABOUT, about),
        comment: again(COMMENT, comment),
      })
    },
  })
  const all = [messages, photos, tickets]
  const sum = (of: keyof Resealing) => all.reduce((total, each) => total + each[of], 0)
  return { read: sum('read'), renewed: sum('renewed') }
}

import { MESSAGE_PHOTOS, TICKET_PHOTOS } from '#contract/support-limits.ts'
import { recordStaffAction } from '#server/domains/staff-actions/staff-actions.public.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { redrawImage } from '#server/platform/image.ts'
import {
  findMessage,
  findPhoto,
  findTicket,
  insertPhoto,
  lockTicket,
  photosOf,
} from './support.queries.ts'
import { photoContext } from './ticket-text.ts'

type PhotoDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Enough to read a screenshot, in pixels. */
const SIDE_MAX = 2_000

/**
 * Adds a photo to a message of the person: drawn anew from its pixels, and encrypted for its row.
 * Errors: `ticket_not_found`, `ticket_photo_limit`, and those of the image.
 */
export async function addTicketPhoto(
  deps: PhotoDeps,
  { userId }: ActorId,
  { messageId, bytes }: { messageId: string; bytes: Buffer },
): Promise<string> {
  const image = await redrawImage(bytes, { side: SIDE_MAX, fit: 'inside' })
  return await inTransaction(deps.db, async (tx) => {
    const message = await findMessage(tx, messageId)
    const ticket = message?.kind === 'person' && (await lockTicket(tx, message.ticketId))
    if (!ticket || ticket.userId !== userId) throw new AppError('ticket_not_found')
    const before = await photosOf(tx, ticket.id)
    const ofMessage = before.filter((photo) => photo.messageId === message.id)
    if (before.length >= TICKET_PHOTOS || ofMessage.length >= MESSAGE_PHOTOS) {
      throw new AppError('ticket_photo_limit')
    }
    const id = newId()
    const sealed = seal(deps.secrets.dataKey, photoContext(id), image)
    const row = { id, ticketId: ticket.id, messageId: message.id, sealed }
    await insertPhoto(tx, { ...row, now: deps.clock.now() })
    return id
  })
}

/** A photo of one's own ticket. Errors: `ticket_not_found`. */
export async function viewOwnPhoto(
  deps: PhotoDeps,
  { userId }: ActorId,
  { ticketPhotoId }: { ticketPhotoId: string },
): Promise<Buffer> {
  const photo = await findPhoto(deps.db, ticketPhotoId)
  const ticket = photo && (await findTicket(deps.db, photo.ticketId))
  if (!photo || ticket?.userId !== userId) throw new AppError('ticket_not_found')
  return open(deps.secrets.dataKey, photoContext(photo.id), photo.sealed)
}

/** A photo, for the team; who looked is recorded before. Errors: `ticket_not_found`. */
export async function viewTicketPhoto(
  deps: PhotoDeps,
  actor: ActorId,
  { ticketPhotoId }: { ticketPhotoId: string },
): Promise<Buffer> {
  const photo = await findPhoto(deps.db, ticketPhotoId)
  if (!photo) throw new AppError('ticket_not_found')
  await inTransaction(deps.db, (tx) =>
    recordStaffAction(tx, actor, {
      at: deps.clock.now(),
      action: 'ticket.photo_viewed',
      subject: { kind: 'support_ticket', id: photo.ticketId },
      reason: null,
      details: { photoId: photo.id },
    }),
  )
  return open(deps.secrets.dataKey, photoContext(photo.id), photo.sealed)
}

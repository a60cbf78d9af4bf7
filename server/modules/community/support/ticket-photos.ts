// Photos of a ticket: from its person, by session or by mailed link, and from the team.
import {
  ALL_GUEST_PHOTOS_A_DAY,
  GUEST_PHOTOS_A_DAY,
  GUEST_TICKET_PHOTOS,
  MESSAGE_PHOTOS,
  TICKET_PHOTOS,
} from '#contract/support-limits.ts'
import { announce } from '#server/modules/foundation/notifications/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { redrawImage } from '#server/platform/image.ts'
import { ticketIdOf } from './guest-ticket.ts'
import {
  findMessage,
  findPhoto,
  findTicket,
  insertPhoto,
  listPhotosOf,
  lockTicket,
  type MessageRow,
} from './support.queries.ts'
import type { Ticket } from './ticket.ts'
import { photoContext } from './ticket-text.ts'

/** Longest side of a photo in pixels: enough to read a screenshot. */
const SIDE_MAX = 2_000

type Sent = { messageId: string; bytes: Buffer }
/** `by`: the sender, a person or an address without an account. */
type SentBy = Sent & { by: string }

/**
 * Adds a photo to a message of the person: re-encoded from its pixels, and encrypted with its row
 * as context. Errors: `ticket_not_found`, `ticket_photo_limit`, and the errors of `redrawImage`.
 */
export function addTicketPhoto(deps: ActDeps, { userId }: ActorId, sent: Sent): Promise<string> {
  const isTheirs: MayAdd = (ticket, { kind }) => kind === 'person' && ticket.userId === userId
  return storePhoto(deps, { ...sent, by: userId }, isTheirs)
}

/**
 * Adds a photo to an answer of the actor, and records it. Errors: as `addTicketPhoto`;
 * `ticket_not_found` also for notes and answers of others.
 */
export function addAnswerPhoto(deps: ActDeps, actor: ActorId, sent: Sent): Promise<string> {
  const isTheirs: MayAdd = (_, { kind, authorId }) =>
    (kind === 'team' || kind === 'held') && authorId === actor.userId
  return storePhoto(deps, { ...sent, by: actor.userId }, isTheirs, async (tx, ticket, photoId) => {
    await record(tx, deps, actor, { action: 'ticket.photo_added', ticketId: ticket.id, photoId })
    // The person was told about the answer before: an open screen reads it again.
    const { id: ref, userId } = ticket
    if (userId) await announce(tx, [userId], { type: 'notification', ref })
  })
}

/**
 * Adds a visitor's photo to their own message. Decodes nothing before the link is confirmed or
 * above the daily limits. Errors: as `addTicketPhoto`; `link_invalid`, `ticket_photos_paused`.
 */
export async function addPhotoByLink(
  deps: ActDeps & Pick<Deps, 'metrics'>,
  { token, ...sent }: Sent & { token: string },
): Promise<string> {
  const ticketId = ticketIdOf(deps.secrets, token)
  const ticket = await findTicket(deps.db, ticketId)
  if (!ticket || ticket.status === 'unconfirmed') throw new AppError('link_invalid')
  await countGuestPhoto(deps, ticket)
  const isTheirs: MayAdd = ({ id }, { kind }) => kind === 'person' && id === ticketId
  return await storePhoto(
    deps,
    { ...sent, by: ticket.guestIndex?.toString('hex') ?? ticketId },
    isTheirs,
  )
}

const DAY_SECONDS = 24 * 3600

/** Counts the photo before it is decoded, so that a refused one costs only its transfer. */
async function countGuestPhoto(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
  { guestIndex }: Pick<Ticket, 'guestIndex'>,
): Promise<void> {
  const address = guestIndex?.toString('hex').slice(0, 32)
  const limits = [
    { key: `support-photo:${address}`, max: GUEST_PHOTOS_A_DAY },
    { key: 'support-photos:all', max: ALL_GUEST_PHOTOS_A_DAY },
  ]
  try {
    for (const limit of limits) await limitHits(deps, { ...limit, windowSeconds: DAY_SECONDS })
  } catch (error) {
    const isFull = error instanceof AppError && error.code === 'rate_limited'
    throw isFull ? new AppError('ticket_photos_paused') : error
  }
}

type MayAdd = (ticket: Ticket, message: MessageRow) => boolean

async function storePhoto(
  deps: ActDeps,
  { messageId, bytes, by }: SentBy,
  mayAdd: MayAdd,
  afterwards: (tx: Tx, ticket: Ticket, photoId: string) => Promise<void> = async () => {},
): Promise<string> {
  const image = await redrawImage(bytes, { by, side: SIDE_MAX, fit: 'inside' })
  return await inTransaction(deps.db, async (tx) => {
    const known = await findMessage(tx, messageId)
    const ticket = known && (await lockTicket(tx, known.ticketId))
    // Read again under the lock: an answer may have been taken back.
    const message = ticket && (await findMessage(tx, messageId))
    if (!message || !ticket || !mayAdd(ticket, message)) throw new AppError('ticket_not_found')
    await requireRoom(tx, ticket, message)
    const id = newId()
    const sealed = seal(deps.secrets.dataKey, photoContext(id), image)
    const row = { id, ticketId: ticket.id, messageId: message.id, sealed }
    await insertPhoto(tx, { ...row, now: deps.clock.now() })
    await afterwards(tx, ticket, id)
    return id
  })
}

/** Checks the limits of photos. The caller has locked the ticket. */
async function requireRoom(tx: Tx, ticket: Ticket, message: MessageRow): Promise<void> {
  const before = await listPhotosOf(tx, ticket.id)
  const ofMessage = before.filter((photo) => photo.messageId === message.id)
  const ofPerson = before.filter(({ kind }) => kind === 'person')
  const isGuest = ticket.userId === null && message.kind === 'person'
  const isFull =
    before.length >= TICKET_PHOTOS ||
    ofMessage.length >= MESSAGE_PHOTOS ||
    (isGuest && ofPerson.length >= GUEST_TICKET_PHOTOS)
  if (isFull) throw new AppError('ticket_photo_limit')
}

type Asked = { ticketPhotoId: string }

/** Decrypts a photo of the person's own ticket. Errors: `ticket_not_found`. */
export async function viewOwnPhoto(
  deps: ActDeps,
  { userId }: ActorId,
  { ticketPhotoId }: Asked,
): Promise<Buffer> {
  const photo = await findPhoto(deps.db, ticketPhotoId)
  const ticket = photo && (await findTicket(deps.db, photo.ticketId))
  if (!photo || ticket?.userId !== userId) throw new AppError('ticket_not_found')
  return openPhoto(deps, photo)
}

/** Decrypts a photo of the ticket of a mailed link. Errors: `link_invalid`, `ticket_not_found`. */
export async function viewPhotoByLink(
  deps: ActDeps,
  { token, ticketPhotoId }: Asked & { token: string },
): Promise<Buffer> {
  const ticketId = ticketIdOf(deps.secrets, token)
  const photo = await findPhoto(deps.db, ticketPhotoId)
  if (photo?.ticketId !== ticketId) throw new AppError('ticket_not_found')
  return openPhoto(deps, photo)
}

/** Decrypts a photo for the team, after recording the view. Errors: `ticket_not_found`. */
export async function viewTicketPhoto(
  deps: ActDeps,
  actor: ActorId,
  { ticketPhotoId }: Asked,
): Promise<Buffer> {
  const photo = await findPhoto(deps.db, ticketPhotoId)
  if (!photo) throw new AppError('ticket_not_found')
  const line = { action: 'ticket.photo_viewed', ticketId: photo.ticketId, photoId: photo.id }
  await inTransaction(deps.db, (tx) => record(tx, deps, actor, line))
  return openPhoto(deps, photo)
}

async function record(
  tx: Tx,
  { clock }: ActDeps,
  actor: ActorId,
  { action, ticketId, photoId }: { action: string; ticketId: string; photoId: string },
): Promise<void> {
  const entry = { at: clock.now(), action, subject: { kind: 'support_ticket', id: ticketId } }
  await recordStaffAction(tx, actor, { ...entry, reason: null, details: { photoId } })
}

function openPhoto({ secrets }: ActDeps, { id, sealed }: { id: string; sealed: Buffer }): Buffer {
  return open(secrets.dataKey, photoContext(id), sealed)
}

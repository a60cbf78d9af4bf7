import { z } from 'zod'
import { Email } from './auth-account.ts'
import { Id, Instant, inputText, longText } from './common.ts'
import { PHOTO_MAX_BYTES } from './limits.ts'
import { personName } from './names.ts'
import { get, post, rawAnswer } from './route.ts'
import { deskCalls } from './support-desk.ts'
import {
  GUEST_NAME_MAX,
  RATING_COMMENT_MAX,
  TICKET_TEXT_MAX,
  TICKET_TEXT_MIN,
} from './support-limits.ts'
import { About, AboutRef, photoErrors, TicketKind, TicketSummary } from './support-tickets.ts'

/** A support ticket as its author sees it. */
export const OwnTicket = TicketSummary.extend({
  subject: About.nullable(),
  messages: z.array(
    z.object({
      id: Id,
      mine: z.boolean(),
      /** Name of the team member who answered; null for the person's own message. */
      author: z.string().nullable(),
      text: z.string(),
      at: Instant,
      photoIds: z.array(Id),
    }),
  ),
  /** Whether it is about safety on a trip, which the team looks at within two hours. */
  isIncident: z.boolean(),
  rating: z.int().nullable(),
})
export type OwnTicket = z.infer<typeof OwnTicket>

const words = longText(TICKET_TEXT_MAX).min(TICKET_TEXT_MIN)
const reply = longText(TICKET_TEXT_MAX).min(1)
const one = z.object({ ticket: OwnTicket })
const rating = { rating: z.int().min(1).max(5), comment: longText(RATING_COMMENT_MAX).default('') }

const token = inputText().min(1).max(200)
const byLink = { max: 60, windowSeconds: 3600, by: 'ip' } as const

export const support = {
  about: post('/support/about', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Show the facts for a new ticket',
    description:
      'Returns the facts of a trip, booking, movement or payment of the signed-in person, to ' +
      'start a ticket about it, and by when the team would answer. Changes nothing.',
    body: AboutRef,
    /** `dueAt`: null where no answer is promised before the departure. */
    ok: z.object({
      about: About,
      dueAt: z.object({ safety: Instant.nullable(), others: Instant.nullable() }),
    }),
    limit: { max: 120, windowSeconds: 3600, by: 'user' },
    errors: ['ticket_subject_not_found'],
  }),
  open: post('/support/tickets', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Open a ticket',
    description:
      'Asks the team for help. It answers within 48 office hours, or within 2 hours at any time ' +
      'about safety; a safety ticket about a trip of the person is an incident too. With the ' +
      'same `id` it is the same ticket.',
    body: z.strictObject({
      id: Id,
      kind: TicketKind,
      text: words,
      about: AboutRef.nullable().default(null),
    }),
    ok: one,
    status: 201,
    limit: { max: 20, windowSeconds: 86_400, by: 'user' },
    errors: ['ticket_subject_not_found', 'idempotency_mismatch'],
  }),
  mine: get('/support/tickets', {
    auth: 'live',
    summary: "List one's tickets",
    description: 'Returns the last 50 tickets of the signed-in person, the newest first.',
    ok: z.object({ tickets: z.array(TicketSummary) }),
  }),
  show: get('/support/tickets/:ticketId', {
    auth: 'live',
    summary: "Show one's ticket",
    description: 'Returns a ticket of the signed-in person with its messages.',
    ok: one,
    errors: ['ticket_not_found'],
  }),
  write: post('/support/tickets/:ticketId/messages', {
    auth: 'live',
    whenExpelled: true,
    summary: "Write in one's ticket",
    description:
      'Adds a message; a resolved ticket is open again. With the same `id` it is the same message.',
    body: z.strictObject({ id: Id, text: reply }),
    ok: one,
    status: 201,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['ticket_not_found', 'idempotency_mismatch'],
  }),
  attach: post('/support/photos', {
    auth: 'live',
    whenExpelled: true,
    summary: "Add a photo to one's message",
    description:
      'Adds a photo to a message of the signed-in person. The server redraws the image and ' +
      'stores it encrypted; they and the team see it.',
    body: z.strictObject({ messageId: Id }),
    file: { field: 'file', maxBytes: PHOTO_MAX_BYTES },
    ok: z.object({ photoId: Id }),
    status: 201,
    limit: { max: 60, windowSeconds: 86_400, by: 'user' },
    errors: photoErrors,
  }),
  photo: get('/support/photos/:ticketPhotoId', {
    auth: 'live',
    summary: "Show a photo of one's ticket",
    description: 'Returns a photo of a ticket of the signed-in person.',
    ...rawAnswer,
    errors: ['ticket_not_found'],
  }),
  rate: post('/support/tickets/:ticketId/rating', {
    auth: 'live',
    whenExpelled: true,
    summary: 'Rate the answer to a ticket',
    description: 'Says from 1 to 5 how a resolved ticket went. A repeat replaces it.',
    body: z.strictObject(rating),
    ok: one,
    errors: ['ticket_not_found', 'ticket_not_resolved'],
  }),
  ask: post('/support/requests', {
    auth: 'public',
    summary: 'Open a ticket without an account',
    description:
      'Asks the team for help without a session. Nothing is sent to the team before the mailed ' +
      'link is answered. It may name a trip that everybody sees. The answer says nothing of the ' +
      'address, nor of the id.',
    body: z.strictObject({
      id: Id,
      name: personName(GUEST_NAME_MAX),
      email: Email,
      kind: TicketKind,
      text: words,
      tripId: Id.nullable().default(null),
      /** Field hidden on the screen: only bots fill it in. */
      website: longText(200).default(''),
    }),
    ok: z.object({}),
    status: 201,
    limit: { max: 5, windowSeconds: 3600, by: 'ip' },
    errors: ['ticket_subject_not_found'],
  }),
  read: post('/support/requests/read', {
    auth: 'public',
    summary: 'Read a ticket by its mailed link',
    description: 'Returns the ticket of a mailed link. Changes nothing.',
    body: z.strictObject({ token }),
    ok: one,
    limit: byLink,
    errors: ['link_invalid'],
  }),
  confirm: post('/support/requests/confirm', {
    auth: 'public',
    summary: 'Confirm the address and send the message',
    description:
      'Confirms the address of a mailed link: the team gets the message. Safe to repeat.',
    body: z.strictObject({ token }),
    ok: one,
    limit: byLink,
    errors: ['link_invalid'],
  }),
  answerByLink: post('/support/requests/messages', {
    auth: 'public',
    summary: 'Write in a ticket by its mailed link',
    description:
      'Adds a message to the ticket of a mailed link. With the same `id` it is the same message.',
    body: z.strictObject({ token, id: Id, text: reply }),
    ok: one,
    status: 201,
    limit: byLink,
    errors: ['link_invalid', 'idempotency_mismatch'],
  }),
  rateByLink: post('/support/requests/rating', {
    auth: 'public',
    summary: 'Rate a ticket by its mailed link',
    description: 'Says from 1 to 5 how the ticket of a mailed link went.',
    body: z.strictObject({ token, ...rating }),
    ok: one,
    limit: byLink,
    errors: ['link_invalid', 'ticket_not_resolved'],
  }),
  attachByLink: post('/support/requests/photos', {
    auth: 'public',
    summary: "Add a photo by a ticket's mailed link",
    description:
      'Adds a photo to a message in the ticket of a mailed link, once it is confirmed; few for ' +
      'each ticket, address and day. The server redraws it and stores it encrypted.',
    body: z.strictObject({ token, messageId: Id }),
    file: { field: 'file', maxBytes: PHOTO_MAX_BYTES },
    ok: z.object({ photoId: Id }),
    status: 201,
    limit: { max: 20, windowSeconds: 86_400, by: 'ip' },
    errors: ['link_invalid', 'ticket_photos_paused', ...photoErrors],
  }),
  photoByLink: post('/support/requests/photo', {
    auth: 'public',
    summary: "Show a photo by a ticket's mailed link",
    description:
      'Returns a photo in the ticket of a mailed link. By POST, so that the secret of the link ' +
      'is in no address. Changes nothing.',
    body: z.strictObject({ token, ticketPhotoId: Id }),
    ...rawAnswer,
    limit: { max: 300, windowSeconds: 3600, by: 'ip' },
    errors: ['link_invalid', 'ticket_not_found'],
  }),
  ...deskCalls,
}

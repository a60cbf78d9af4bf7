import { z } from 'zod'
import { Id, Instant, longText, pageNumber, pageOf, text } from './common.ts'
import { PHOTO_MAX_BYTES } from './limits.ts'
import { get, post, rawAnswer } from './route.ts'
import { IncidentOutcome, incidentWords, oneIncident } from './safety.ts'
import { INCIDENT_TEXT_MAX } from './safety-limits.ts'
import { HANDOVER_NOTE_MAX, TICKET_TEXT_MAX } from './support-limits.ts'
import { About, photoErrors, TicketKind, TicketSummary } from './support-tickets.ts'
import { comparedErrors } from './team-acts.ts'
import { URGENCIES } from './urgency.ts'

export const DeskTicket = TicketSummary.omit({ canRate: true }).extend({
  /** `email` is masked. `id` is null for a person without an account. */
  person: z.object({ id: Id.nullable(), name: z.string(), email: z.string() }),
  assignee: z.object({ id: Id, name: z.string() }).nullable(),
  isMine: z.boolean(),
  /** Whether the viewer wrote the ticket; another person must answer it. */
  isOwn: z.boolean(),
  urgency: z.enum(URGENCIES),
  /** Departure of the person's trip within 24 hours, or of the one under way. */
  travelsAt: Instant.nullable(),
  rating: z.int().nullable(),
})
export type DeskTicket = z.infer<typeof DeskTicket>

export const DeskThread = DeskTicket.extend({
  /** First name, to greet the person; null when it is not known. */
  greetedName: z.string().nullable(),
  subject: About.nullable(),
  incidentId: Id.nullable(),
  /** Whether that incident is open: the ticket is resolved with it only. */
  isFiled: z.boolean(),
  ratingComment: z.string().nullable(),
  messages: z.array(
    z.object({
      id: Id,
      /** `note`: only the team reads it. `held`: an answer that has not left. */
      kind: z.enum(['person', 'team', 'note', 'held']),
      author: z.string(),
      /** Colleague to whom the author handed the ticket with this note; null for other messages. */
      handedTo: z.string().nullable(),
      text: z.string(),
      at: Instant,
      photoIds: z.array(Id),
    }),
  ),
})
export type DeskThread = z.infer<typeof DeskThread>

/** Placeholders that the screen fills: "Hola, Ana." or "Hola.", and the ticket's number. */
export const MACRO_FIELDS = ['{saludo}', '{caso}'] as const

/** An answer of the caller that has not left. */
export const UndoableAnswer = z.object({
  id: Id,
  ticketId: Id,
  number: z.int(),
  person: z.string(),
  secondsLeft: z.int(),
})
export type UndoableAnswer = z.infer<typeof UndoableAnswer>

/** Figures of the ticket queue, for the team's first page. */
export const DeskCounts = z.object({
  open: z.int(),
  overdue: z.int(),
  unassigned: z.int(),
  /** Median minutes until the first answer in the last 30 days; null without answers. */
  medianAnswerMinutes: z.int().nullable(),
  /** Mean rating of tickets in the last 30 days; null without ratings. */
  meanRating: z.number().nullable(),
})
export type DeskCounts = z.infer<typeof DeskCounts>

const answers = { permission: 'tickets.answer' } as const
const reply = longText(TICKET_TEXT_MAX).min(1)
const one = z.object({ ticket: DeskThread })

export const deskCalls = {
  listQueue: get('/admin/tickets', {
    auth: answers,
    summary: 'List tickets for the team',
    description:
      'Returns a page of tickets: open ones by urgency (safety, people who travel within 24 ' +
      'hours, others) and deadline, others by their last message; filtered by kind and by who ' +
      'has them. `next`: those of the caller and of nobody that the caller may answer.',
    query: z.strictObject({
      status: z.enum(['open', 'waiting', 'resolved']).default('open'),
      kind: TicketKind.optional(),
      whose: z.enum(['all', 'mine', 'free', 'next']).default('all'),
      page: pageNumber,
    }),
    ok: pageOf(DeskTicket).extend({ counts: DeskCounts, undoable: z.array(UndoableAnswer) }),
  }),
  findTickets: post('/admin/tickets/find', {
    auth: answers,
    summary: 'Find tickets',
    description:
      'Finds tickets in every state by number, by the name, username or whole e-mail address of ' +
      'the person, or by words of their messages; words are looked for in the newest tickets ' +
      'only. The text is in the body, because browsers and logs keep addresses. Who searched is ' +
      'recorded, without the text.',
    body: z.strictObject({ text: text(120) }),
    ok: z.object({ items: z.array(DeskTicket), more: z.boolean() }),
    limit: { max: 120, windowSeconds: 600, by: 'user' },
  }),
  listMacros: get('/admin/ticket-macros', {
    auth: answers,
    summary: 'List prepared answers',
    description:
      'Returns texts that an answer may start from. `{saludo}` stands for the greeting by name, ' +
      '`{caso}` for the number of the ticket.',
    ok: z.object({
      macros: z.array(
        z.object({
          id: z.string(),
          kind: TicketKind.nullable(),
          title: z.string(),
          text: z.string(),
        }),
      ),
    }),
  }),
  showDeskTicket: get('/admin/tickets/:ticketId', {
    auth: answers,
    summary: 'Show a ticket with internal notes',
    description: 'Returns a ticket with its messages and internal notes; who looked is recorded.',
    ok: one,
    errors: ['ticket_not_found'],
  }),
  showDeskPhoto: get('/admin/ticket-photos/:ticketPhotoId', {
    auth: answers,
    summary: 'Show a photo of a ticket to the team',
    description: 'Returns a photo of a ticket; who looked is recorded.',
    ...rawAnswer,
    errors: ['ticket_not_found'],
  }),
  addAnswerPhoto: post('/admin/ticket-photos', {
    auth: answers,
    summary: "Add a photo to one's answer",
    description:
      'Adds a photo to an answer that the caller wrote; its person sees it. The server redraws ' +
      'it and stores it encrypted.',
    body: z.strictObject({ messageId: Id }),
    file: { field: 'file', maxBytes: PHOTO_MAX_BYTES },
    ok: z.object({ photoId: Id }),
    status: 201,
    limit: { max: 300, windowSeconds: 86_400, by: 'user' },
    errors: [...photoErrors],
  }),
  listColleagues: get('/admin/ticket-colleagues', {
    auth: answers,
    summary: 'List colleagues who answer tickets',
    description:
      'Returns everybody else who answers tickets, by name: who a ticket may be handed to.',
    ok: z.object({ colleagues: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  handOverTicket: post('/admin/tickets/:ticketId/hand-over', {
    auth: answers,
    summary: 'Hand a ticket over to a colleague',
    description:
      'Assigns a ticket that `from` has, or nobody, to a colleague who answers tickets and is ' +
      'told. Of two in parallel one is refused. The note is for the team only. With the same ' +
      '`id` it is the same hand-over.',
    body: z.strictObject({
      id: Id,
      from: Id.nullable(),
      to: Id,
      note: longText(HANDOVER_NOTE_MAX).default(''),
    }),
    ok: one,
    status: 201,
    limit: { max: 200, windowSeconds: 3600, by: 'user' },
    errors: ['ticket_not_found', 'ticket_taken', 'ticket_colleague_unfit', 'idempotency_mismatch'],
  }),
  takeTicket: post('/admin/tickets/:ticketId/take', {
    auth: answers,
    summary: 'Take a ticket',
    description:
      'The caller takes a ticket that is assigned to `from`, or to nobody. Refused when somebody ' +
      'else took it meanwhile. Safe to repeat.',
    body: z.strictObject({ from: Id.nullable() }),
    ok: one,
    errors: ['ticket_not_found', 'ticket_taken'],
  }),
  releaseTicket: post('/admin/tickets/:ticketId/release', {
    auth: answers,
    summary: 'Give a ticket back to the queue',
    description: 'The caller gives a ticket back to the queue. Safe to repeat.',
    body: z.strictObject({}),
    ok: one,
    errors: ['ticket_not_found', 'ticket_taken'],
  }),
  answerTicket: post('/admin/tickets/:ticketId/answers', {
    auth: answers,
    summary: 'Answer a ticket',
    description:
      'Writes to the person, who is told; with `resolve` the ticket is resolved. It leaves after ' +
      '30 seconds, in which it can be undone; about safety at once. A free ticket is taken by ' +
      'it. Nobody answers their own. With the same `id` it is the same answer.',
    body: z.strictObject({
      id: Id,
      text: reply,
      resolve: z.boolean().default(false),
      /** Last message of the person on the screen; null: none. Absent before this rule. */
      seenMessageId: Id.nullable().optional(),
    }),
    ok: one,
    status: 201,
    errors: [
      ...['ticket_not_found', 'ticket_taken', 'ticket_of_incident', 'ticket_written'],
      'idempotency_mismatch',
    ] as const,
  }),
  undoAnswer: post('/admin/tickets/:ticketId/undo-answer', {
    auth: answers,
    summary: "Take back one's answer to a ticket",
    description:
      'Takes back an answer of the caller that has not left yet, with its photos, and returns ' +
      'its words; the person never sees it.',
    body: z.strictObject({ id: Id }),
    ok: one.extend({ text: z.string() }),
    errors: ['ticket_not_found', 'ticket_answer_left'],
  }),
  noteTicket: post('/admin/tickets/:ticketId/notes', {
    auth: answers,
    summary: 'Add an internal note to a ticket',
    description: 'Adds a note that only the team reads. With the same `id` it is the same note.',
    body: z.strictObject({ id: Id, text: reply }),
    ok: one,
    status: 201,
    errors: ['ticket_not_found', 'idempotency_mismatch'],
  }),
  listIncidentTickets: get('/admin/incidents/:incidentId/tickets', {
    auth: answers,
    summary: 'List tickets of an incident',
    description: 'Returns tickets filed into an incident, with their messages.',
    ok: z.object({ tickets: z.array(DeskThread) }),
  }),
  closeIncident: post('/admin/incidents/:incidentId/close', {
    auth: { permission: 'incidents.handle' },
    summary: 'Close an incident and its tickets',
    description:
      'Closes an incident that the caller took, and the tickets filed into it; the person reads ' +
      '`answer`, only the team reads `note`. For an emergency the caller says that they read and ' +
      'called. Not for people of the trip. Repeating it changes nothing.',
    body: z.strictObject({
      outcome: IncidentOutcome,
      answer: incidentWords,
      note: longText(INCIDENT_TEXT_MAX).default(''),
      readAndCalled: z.boolean().default(false),
    }),
    ok: oneIncident,
    errors: [
      'incident_not_found',
      'incident_closed',
      'incident_not_taken',
      'incident_unread',
      ...comparedErrors,
    ],
  }),
}

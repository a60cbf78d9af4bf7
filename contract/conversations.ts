import { z } from 'zod'
import { Id, Instant, inputText, longText, queryInt } from './common.ts'
import { MESSAGE_LENGTH_MAX } from './conversation-limits.ts'
import { del, get, post } from './route.ts'
import { StopPoint } from './trips.ts'

const Photo = z.object({ full: z.string(), small: z.string() }).nullable()

const Place = z.object({ name: z.string() })

const Conversation = z.object({
  id: Id,
  /** `direct`: the driver and one passenger. `group`: the driver and all passengers. */
  kind: z.enum(['direct', 'group']),
  /** Role of the signed-in person on the trip. */
  as: z.enum(['passenger', 'driver']),
  /** The passenger's part of the trip, with its pick-up and drop-off; else the whole trip. */
  trip: z.object({ id: Id, from: Place, to: Place, departsAt: Instant, arrivesAt: Instant }),
  /** Latest booking of the passenger, if any; always null in a group. */
  bookingId: Id.nullable(),
  /** The other person; null in a group. */
  other: z.object({ id: Id, name: z.string(), photo: Photo, verified: z.boolean() }).nullable(),
})

export const ConversationCard = Conversation.extend({
  last: z
    .object({
      /** Null for a position or a removed message. */
      text: z.string().nullable(),
      kind: z.enum(['text', 'position']),
      mine: z.boolean(),
      at: Instant,
    })
    .nullable(),
  unread: z.int(),
})
export type ConversationCard = z.infer<typeof ConversationCard>

/** Where the passenger gets on (`from`) or off (`to`). */
const MeetingEnd = z.enum(['from', 'to'])
export type MeetingEnd = z.infer<typeof MeetingEnd>

/** A meeting point that one person proposes to the other; part of a message. */
const MeetingProposal = z.object({
  end: MeetingEnd,
  /** Municipality of the point, and when the car is planned to be there. */
  place: z.string(),
  at: Instant,
  point: StopPoint.extend({ hours: z.string().nullable() }),
  /**
   * `open` can be answered. `over`: nobody answered while it was possible: the car came, the
   * booking ended or moved, or the driver chose a point for everybody.
   */
  state: z.enum(['open', 'accepted', 'declined', 'withdrawn', 'replaced', 'over']),
})
export type MeetingProposal = z.infer<typeof MeetingProposal>

export const Message = z.object({
  id: Id,
  /** Message id that the sender's device made. */
  clientId: Id,
  /**
   * Number of the message in the conversation, from 1. A direct conversation has gaps only where
   * old messages were deleted; a group also where messages are hidden from the person.
   */
  seq: z.int(),
  mine: z.boolean(),
  from: z.object({ id: Id, name: z.string() }),
  /** Null for a position, or when the team removed the message. */
  text: z.string().nullable(),
  /** Null when no position was sent, or when it is no longer shown. */
  position: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  kind: z.enum(['text', 'position']),
  /** Whether contact data in the message are hidden now. */
  masked: z.boolean(),
  removed: z.boolean(),
  /** A hint for the reader: the text speaks of paying outside of Cupo, on a trip that does not. */
  paysOutside: z.boolean(),
  /** The meeting point that the message proposes. */
  proposal: MeetingProposal.nullable(),
  at: Instant,
})
export type Message = z.infer<typeof Message>

export const MessagePage = z.object({
  conversation: Conversation.extend({
    /** Reason why the person cannot write; null when they may. */
    closed: z.enum(['over', 'blocked', 'unanswered', 'removed']).nullable(),
    /** Whether phone numbers, addresses and links are hidden for now. */
    masksContacts: z.boolean(),
    /** `seq` of the last message that all other members have read. */
    readByOthers: z.int(),
    /** `seq` of the last message that the signed-in person has read. */
    readByMe: z.int(),
    /** For the driver of a group: passengers, and whether they were removed; else null. */
    members: z.array(z.object({ id: Id, name: z.string(), removed: z.boolean() })).nullable(),
  }),
  /** By `seq`, ascending. */
  messages: z.array(Message),
  /** Whether there are more messages in the requested direction. */
  more: z.boolean(),
})
export type MessagePage = z.infer<typeof MessagePage>

const seq = queryInt(0, 999_999_999)
const coordinate = (max: number) => z.number().min(-max).max(max)

/** Errors that refuse a new message. */
const writingErrors = [
  'conversation_not_found',
  'conversation_over',
  'conversation_closed',
  'conversation_removed',
  'wait_for_answer',
] as const

export const conversations = {
  list: get('/conversations', {
    auth: 'live',
    summary: "List one's conversations",
    description:
      'Returns conversations with messages, newest first, and the group of each trip the person ' +
      'is aboard of. `unread` counts the conversations with unread messages.',
    query: z.strictObject({ before: inputText().max(64).pipe(Instant).optional() }),
    ok: z.object({
      conversations: z.array(ConversationCard),
      unread: z.int(),
      next: Instant.nullable(),
    }),
  }),
  open: post('/trips/:tripId/conversations', {
    auth: 'live',
    summary: 'Open a conversation of a trip',
    description:
      'Opens the conversation of a trip, or answers the one that exists. A passenger opens the ' +
      'one with the driver; the driver names a passenger with a booking, or asks for the group.',
    body: z.strictObject({ with: Id.optional(), group: z.literal(true).optional() }),
    ok: z.object({ conversation: z.object({ id: Id }) }),
    limit: { max: 30, windowSeconds: 3_600, by: 'user' },
    errors: [
      'trip_not_found',
      'person_not_found',
      'conversation_over',
      'conversation_closed',
      'email_unconfirmed',
      'terms_required',
      'questions_off',
    ],
  }),
  messages: get('/conversations/:conversationId/messages', {
    auth: 'live',
    summary: 'List messages of a conversation',
    description:
      'Returns a page of messages by `seq`, ascending: the newest, those before `before`, or ' +
      'those after `after`. Read with the last `seq` seen, no message is left out or comes ' +
      'twice. In a group, people who blocked each other do not see messages of each other, and ' +
      'somebody whom the driver removed sees nothing that was written meanwhile.',
    query: z.strictObject({ before: seq.optional(), after: seq.optional() }),
    ok: MessagePage,
    errors: ['conversation_not_found'],
  }),
  send: post('/conversations/:conversationId/messages', {
    auth: 'live',
    summary: 'Send a message',
    description:
      'Sends a text or a position. `id` is made by the device: a repeat answers the message that ' +
      'was stored. Until a booking is confirmed, telephone numbers, addresses and links are ' +
      'hidden from both.',
    body: z.union([
      z.strictObject({ id: Id, text: longText(MESSAGE_LENGTH_MAX).min(1) }),
      z.strictObject({
        id: Id,
        position: z.strictObject({ lat: coordinate(90), lng: coordinate(180) }),
      }),
    ]),
    ok: z.object({ message: Message }),
    limit: { max: 60, windowSeconds: 60, by: 'user' },
    errors: [...writingErrors],
  }),
  propose: post('/conversations/:conversationId/proposals', {
    auth: 'live',
    summary: 'Propose where to meet in a conversation',
    description:
      'Sends a message that proposes a SafePoint for getting on or off to the other person of ' +
      'the booking, who accepts it with one press. It replaces the open proposal for the same ' +
      'place. `id` is made by the device, as for a message.',
    body: z.strictObject({ id: Id, end: MeetingEnd, pointId: Id }),
    ok: z.object({ message: Message }),
    limit: { max: 60, windowSeconds: 3_600, by: 'user' },
    errors: [
      ...writingErrors,
      'booking_not_found',
      'meeting_settled',
      'point_not_offered',
      'safe_point_not_found',
    ],
  }),
  answerProposal: post('/conversations/:conversationId/proposals/:messageId/answer', {
    auth: 'live',
    summary: 'Answer a proposed meeting point',
    description:
      'The other person accepts the proposal, which changes the point of the booking and tells ' +
      'both, or declines it; the one who made it withdraws it. Money does not move. A repeat ' +
      'answers the same.',
    body: z.strictObject({ answer: z.enum(['accepted', 'declined', 'withdrawn']) }),
    ok: z.object({ message: Message }),
    limit: { max: 60, windowSeconds: 3_600, by: 'user' },
    errors: [
      ...writingErrors,
      'booking_not_found',
      'booking_not_waiting',
      'proposal_not_found',
      'proposal_own',
      'proposal_over',
      'point_not_offered',
      'safe_point_not_found',
    ],
  }),
  read: post('/conversations/:conversationId/read', {
    auth: 'live',
    summary: 'Mark messages as read',
    description: 'The person has read up to and including `upTo`. A lower number changes nothing.',
    body: z.strictObject({ upTo: z.int().min(0).max(999_999_999) }),
    ok: z.object({ unread: z.int() }),
    errors: ['conversation_not_found'],
  }),
  removeMember: post('/conversations/:conversationId/removals', {
    auth: 'live',
    summary: 'Remove a passenger from the group',
    description:
      'The driver removes a passenger from the group of the trip: they read nothing new and ' +
      'cannot write there. The booking stays as it is. Safe to repeat.',
    body: z.strictObject({ userId: Id }),
    ok: z.object({}),
    limit: { max: 60, windowSeconds: 3_600, by: 'user' },
    errors: ['conversation_not_found', 'person_not_found'],
  }),
  letBack: del('/conversations/:conversationId/removals/:userId', {
    auth: 'live',
    summary: 'Let a passenger back into the group',
    description:
      'The driver lets a passenger back into the group. What was written meanwhile stays unseen ' +
      'by them. Safe to repeat.',
    ok: z.object({}),
    limit: { max: 60, windowSeconds: 3_600, by: 'user' },
    errors: ['conversation_not_found', 'person_not_found'],
  }),
  typing: post('/conversations/:conversationId/typing', {
    auth: 'live',
    summary: 'Show that one is writing',
    description: 'Shows the others that the person is writing, for some seconds.',
    body: z.strictObject({}),
    ok: z.object({}),
    limit: { max: 40, windowSeconds: 60, by: 'user' },
    errors: ['conversation_not_found'],
  }),
}

import { z } from 'zod'
import { Id, Instant, matching } from './common.ts'
import { get } from './route.ts'

/**
 * Subject of a live hint: a message or a read mark in a conversation, a notification, or the end
 * of a session of the person; `alarm` is for the team only.
 */
export const LiveType = z.enum(['message', 'read', 'typing', 'notification', 'alarm', 'session'])
export type LiveType = z.infer<typeof LiveType>

export const LiveEvent = z.object({
  id: Id,
  type: LiveType,
  /** Id of the conversation, notification, support ticket or (`session`) person. */
  ref: Id,
  at: Instant,
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** Seconds between two `ping` events when nothing else happens. */
export const LIVE_PING_SECONDS = 15

export const live = {
  events: get('/events', {
    auth: 'live',
    summary: 'Stream what changes on open screens',
    description:
      'Returns hints that something of the signed-in person changed; what changed is read by ' +
      'the ordinary calls. With `Accept: text/event-stream` a stream of server-sent events: ' +
      'each has an entry of `events` as its data, `ping` keeps the connection open, `reset` ' +
      'means that hints were lost and everything shown must be read again. It ends when the ' +
      'session ends, and brings nothing after that. With another `Accept`, the hints since ' +
      '`after` at once. To resume, send the last event id as `Last-Event-ID` or `after`, up to ' +
      'an hour later: a hint may come twice and none is left out.',
    /** Position of a reader in the stream; the client only sends it back. */
    query: z.strictObject({ after: matching(/^\d{1,19}\.\d{1,12}$/, 40).optional() }),
    stream: true,
    ok: z.object({ events: z.array(LiveEvent), cursor: z.string(), reset: z.boolean() }),
    errors: ['too_many_streams'],
  }),
}

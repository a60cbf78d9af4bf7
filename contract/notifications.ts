import { z } from 'zod'
import { Id, Instant, inputText, longText, pageOf, pageQuery } from './common.ts'
import { DISCARD_REASON_MAX, DISCARD_REASON_MIN } from './limits.ts'
import { CHANNELS, TOPICS } from './notification-topics.ts'
import { del, get, post, put } from './route.ts'

export const Notification = z.object({
  id: Id,
  /** Template of the message, for icons and groups. Clients ignore unknown kinds. */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  url: z.string(),
  createdAt: Instant,
  readAt: Instant.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const NOTIFICATIONS_PER_PAGE = 20

const Preference = z.object({
  topic: z.enum(TOPICS),
  channel: z.enum(CHANNELS),
  enabled: z.boolean(),
})

const Preferences = z.object({
  /** Every topic that has messages, with every channel. */
  preferences: z.array(
    Preference.extend({
      /** Whether the topic, about money or account security, cannot be switched off. */
      fixed: z.boolean(),
    }),
  ),
  /**
   * Key for push subscriptions of browsers (VAPID, RFC 8292), or `app` for the app on phones; null
   * when the server sends no push messages to this client.
   */
  pushKey: z.string().nullable(),
  /** Whether the browser or phone of this session receives push messages. */
  pushHere: z.boolean(),
  /** Whether the server can send messages by this channel. */
  whatsapp: z.boolean(),
  sms: z.boolean(),
  /** The person's address, to which no mail is sent since its server refused ours for good. */
  mailBounces: z.object({ address: z.string(), since: Instant.nullable() }).nullable(),
})
export type Preferences = z.infer<typeof Preferences>

const base64url = inputText().regex(/^[\w-]+={0,2}$/)

/** Fields of `PushSubscription.toJSON()` that we use. */
const Subscription = z.strictObject({
  endpoint: inputText().max(1000),
  keys: z.strictObject({ p256dh: base64url.min(80).max(100), auth: base64url.min(16).max(40) }),
})

/** A message whose last delivery attempt failed. */
export const DeadDelivery = z.object({
  id: Id,
  channel: z.enum(['mail', 'push', 'whatsapp', 'sms']),
  /** Template of the message; null when unknown, as with push messages. */
  template: z.string().nullable(),
  /** Topic of the template; null for a template that this release does not have. */
  topic: z.enum(TOPICS).nullable(),
  /** Recipient, masked: `c***@correo.co`, or the last digits of a number. */
  to: z.string().nullable(),
  attempts: z.int(),
  /** Error of the last attempt, without addresses. */
  error: z.string(),
  failedAt: Instant,
})
export type DeadDelivery = z.infer<typeof DeadDelivery>

export const notifications = {
  list: get('/notifications', {
    auth: 'live',
    summary: "List one's notifications",
    description:
      'Returns what the signed-in person was told, newest first. `unread` counts all of them; ' +
      '`next` is the `before` of the following page, null on the last.',
    query: z.strictObject({ before: Id.optional() }),
    ok: z.object({ notifications: z.array(Notification), unread: z.int(), next: Id.nullable() }),
  }),
  read: post('/notifications/read', {
    auth: 'live',
    summary: 'Mark notifications as read',
    description:
      'Marks notifications of the signed-in person as read: those of `ids`, or all up to and ' +
      'including `upTo`. Others and those already read are left alone.',
    body: z.union([
      z.strictObject({ ids: z.array(Id).min(1).max(100) }),
      z.strictObject({ upTo: Id }),
    ]),
    ok: z.object({ unread: z.int() }),
    whenExpelled: true,
  }),
  preferences: get('/notifications/preferences', {
    auth: 'live',
    summary: "Show one's channels for each topic",
    description: 'Returns the channels that the signed-in person chose for each topic.',
    ok: Preferences,
  }),
  choose: put('/notifications/preferences', {
    auth: 'live',
    summary: 'Choose channels for topics',
    description:
      'Switches channels on or off for topics; those that are not named stay as they are. The ' +
      'list in the app is always on. Safe to repeat.',
    body: z.strictObject({ preferences: z.array(z.strictObject(Preference.shape)).min(1).max(40) }),
    ok: Preferences,
    limit: { max: 120, windowSeconds: 3600, by: 'user' },
    errors: ['preference_fixed'],
  }),
  resumeMail: del('/notifications/mail-bounce', {
    auth: 'live',
    summary: 'Resume mail to a refused address',
    description:
      "Sends mail again to the person's address, which a server had refused for good. Safe to " +
      'repeat; if it is refused again, it is held again.',
    ok: z.object({ resumed: z.literal(true) }),
    limit: { max: 5, windowSeconds: 86_400, by: 'user' },
  }),
  unsubscribe: post('/notifications/unsubscribe', {
    auth: 'public',
    summary: 'Unsubscribe from a topic by a mailed link',
    description:
      'Switches off the mails of the topic that the link of a mail names, or all texts to the ' +
      'telephone by the link of an SMS (`topic` null). Needs no session; safe to repeat.',
    body: z.strictObject({ token: inputText().max(100) }),
    ok: z.object({ topic: z.enum(TOPICS).nullable() }),
    limit: { max: 60, windowSeconds: 600, by: 'ip' },
    errors: ['link_invalid'],
  }),
  subscribe: post('/push-subscriptions', {
    auth: 'live',
    summary: 'Subscribe this browser to push',
    description:
      'Registers the push subscription of the browser of this session; it ends with the session. ' +
      'Only the push services of known browsers are accepted. Safe to repeat.',
    body: Subscription,
    ok: z.object({ subscribed: z.literal(true) }),
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: ['push_refused'],
  }),
  registerDevice: post('/push-devices', {
    auth: 'live',
    summary: 'Register this telephone for push',
    description:
      "Registers the app on the telephone of this session, by Firebase's token of it; it ends " +
      'with the session. Only for sessions of the app. Safe to repeat, also with a new token.',
    body: z.strictObject({
      token: inputText()
        .min(20)
        .max(1000)
        .regex(/^[\w:.-]+$/),
    }),
    ok: z.object({ subscribed: z.literal(true) }),
    limit: { max: 30, windowSeconds: 3600, by: 'user' },
    errors: ['push_refused'],
  }),
  unsubscribePush: del('/push-subscriptions', {
    auth: 'live',
    summary: 'Unsubscribe this session from push',
    description:
      'Forgets the push subscription of this session, and the telephone of a session of the app. ' +
      'Safe to repeat.',
    ok: z.object({ subscribed: z.literal(false) }),
  }),
  listDeadDeliveries: get('/admin/deliveries', {
    auth: { permission: 'deliveries.manage' },
    summary: 'List messages that could not be delivered',
    description:
      'Returns messages whose tries are used up, oldest first. Needs the permission ' +
      '`deliveries.manage`.',
    query: pageQuery,
    ok: pageOf(DeadDelivery),
  }),
  retryDelivery: post('/admin/deliveries/:deliveryId/retry', {
    auth: { permission: 'deliveries.manage' },
    summary: 'Retry the delivery of a message',
    description: 'Puts a message back into the queue with all its tries.',
    ok: z.object({ retried: z.literal(true) }),
    errors: ['delivery_not_found'],
  }),
  discardDelivery: post('/admin/deliveries/:deliveryId/discard', {
    auth: { permission: 'deliveries.manage' },
    summary: 'Discard an undelivered message',
    description: 'Deletes a message that will not be delivered; the reason is kept.',
    body: z.strictObject({ reason: longText(DISCARD_REASON_MAX).min(DISCARD_REASON_MIN) }),
    ok: z.object({ discarded: z.literal(true) }),
    errors: ['delivery_not_found'],
  }),
}

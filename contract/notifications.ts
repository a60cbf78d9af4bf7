import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { route } from './route.ts'

export const Notification = z.object({
  id: Id,
  /** Which template made it; for icons and groups. Clients ignore kinds that they do not know. */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  url: z.string(),
  createdAt: Instant,
  readAt: Instant.nullable(),
})
export type Notification = z.infer<typeof Notification>

/** Notifications of one page. */
export const NOTIFICATIONS_PER_PAGE = 20

/** What a person was told. */
export const notifications = {
  list: route({
    method: 'GET',
    path: '/notifications',
    auth: 'live',
    summary: 'Mis avisos, del más nuevo al más viejo',
    description:
      'What the signed-in person was told, newest first. `unread` counts all of them; `next` is ' +
      'the `before` of the following page, null on the last.',
    query: z.strictObject({ before: Id.optional() }),
    ok: z.object({
      notifications: z.array(Notification),
      unread: z.int(),
      next: Id.nullable(),
    }),
    errors: [],
  }),
  read: route({
    method: 'POST',
    path: '/notifications/read',
    auth: 'live',
    summary: 'Marcar avisos como leídos',
    description:
      'Marks notifications of the signed-in person as read: those of `ids`, or all up to and ' +
      'including `upTo`. Others and those already read are left alone.',
    body: z.union([
      z.strictObject({ ids: z.array(Id).min(1).max(100) }),
      z.strictObject({ upTo: Id }),
    ]),
    ok: z.object({ unread: z.int() }),
    errors: [],
  }),
}

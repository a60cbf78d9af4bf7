import { z } from 'zod'
import { TOPICS } from '#contract/notification-topics.ts'

export const PUSH_JOB = 'notifications.push'
export const TEXT_JOB = 'notifications.text'

/** A message in short, as it waits in the queue: encrypted, since it names people. */
export const ShortMessage = z.object({
  /** Of the notification. */
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  url: z.string(),
  /** Later messages with the same one replace it on the screen. */
  topic: z.string().nullable(),
  /** What it is about, for those who may not read it; absent from messages of before. */
  about: z.enum(TOPICS).default('news'),
  /** The title says at a glance that somebody needs help, and names nobody. */
  rings: z.boolean().default(false),
  /** After this instant it is not sent any more. */
  until: z.iso.datetime(),
})
export type ShortMessage = z.infer<typeof ShortMessage>

import { z } from 'zod'
import { TOPICS } from '#contract/notification-topics.ts'

export const PUSH_JOB = 'notifications.push'
export const TEXT_JOB = 'notifications.text'

/** Queued short message. It is encrypted, since it names people. */
export const ShortMessage = z.object({
  id: z.uuid(),
  title: z.string(),
  body: z.string(),
  /** Path on this site. */
  url: z.string(),
  /** A later message with the same topic replaces this one on the screen. */
  topic: z.string().nullable(),
  /** Topic for channels that must not show the text; absent from older messages. */
  about: z.enum(TOPICS).default('news'),
  /** Whether the title is shown although others can read it: it calls for help and names nobody. */
  rings: z.boolean().default(false),
  /** Whether it stays on the lock screen, where the next of the same page replaces it. */
  stays: z.boolean().default(false),
  /** Time after which the message is no longer sent. */
  until: z.iso.datetime(),
})
export type ShortMessage = z.infer<typeof ShortMessage>

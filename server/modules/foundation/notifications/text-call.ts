import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { TOPICS } from '#contract/notification-topics.ts'

export const newTextId = () => randomBytes(8).toString('base64url')

/** Queued message to a telephone: a code, or news with a link. */
export const QueuedText = z.object({
  /** Also the code of its short links. */
  id: z.string().default(newTextId),
  /** Owner and topic of news to a person with an account; absent for contacts, codes and calls. */
  of: z
    .object({ userId: z.uuid(), topic: z.enum(TOPICS), boardsAt: z.iso.datetime().nullable() })
    .optional(),
  channel: z.enum(['whatsapp', 'sms']),
  phone: z.string(),
  until: z.iso.datetime(),
  /** Whether an SMS is sent if WhatsApp does not deliver the message. */
  orSms: z.boolean().default(false),
  message: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('code'), code: z.string() }),
    z.object({ kind: z.literal('news'), title: z.string(), body: z.string(), url: z.string() }),
  ]),
})
export type QueuedText = z.infer<typeof QueuedText>
export type TextChannel = QueuedText['channel']
export type TextMessage = QueuedText['message']

export type Answer = { status: number; body: unknown }

/** Meaning of a provider's answer; `code` is the provider's error code. */
export type Verdict =
  /** The provider accepted the message, which is not yet delivered. */
  | { is: 'sent'; messageId: string | null }
  /** This channel does not reach this telephone. */
  | { is: 'unreachable'; code: number }
  /** Our login, account or templates are refused: no message is sent until a person corrects it. */
  | { is: 'ours'; code: number; noTemplate?: boolean }
  /** Any other failure, which is retried. */
  | { is: 'later'; code: number }

export type TextCall = {
  url: string
  authorization: string
  type: string
  body: string
  judge(answer: Answer): Verdict
}

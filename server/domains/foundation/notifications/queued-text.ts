import { z } from 'zod'

/** Queued message to a telephone. */
export const QueuedText = z.object({
  channel: z.enum(['whatsapp', 'sms']),
  phone: z.string(),
  until: z.iso.datetime(),
  /** Whether an SMS is sent if WhatsApp does not deliver the message. */
  orSms: z.boolean().default(false),
  message: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('code'), code: z.string() }),
    z.object({
      kind: z.literal('news'),
      title: z.string(),
      body: z.string(),
      url: z.string(),
    }),
  ]),
})
export type QueuedText = z.infer<typeof QueuedText>

import { z } from 'zod'

/** A message to a telephone as it waits in the queue. */
export const QueuedText = z.object({
  channel: z.enum(['whatsapp', 'sms']),
  phone: z.string(),
  until: z.iso.datetime(),
  /** Whether an SMS goes instead where WhatsApp does not deliver it. */
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

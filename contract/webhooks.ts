import { z } from 'zod'
import { get, post, rawAnswer } from './route.ts'

/** Event of the gateway; its checksum covers the fields that `signature.properties` names. */
const GatewayEvent = z.looseObject({
  event: z.string(),
  data: z.looseObject({}),
  signature: z.looseObject({ properties: z.array(z.string()), checksum: z.string() }),
  timestamp: z.int(),
})

const received = z.object({ received: z.literal(true) })

/**
 * Addresses below /api that outside parties call. They are served on their own, because a signature
 * covers the bytes as received; here they are declared for the description of the API.
 */
export const webhooks = {
  wompi: post('/webhooks/wompi', {
    auth: 'public',
    summary: 'Take an event of a top-up',
    description:
      'Takes an event of Wompi about a top-up and answers once it is stored; a repeat is stored ' +
      'once. The same address without `/api` works too.',
    body: GatewayEvent,
    ok: received,
    errors: ['bad_signature', 'rate_limited', 'busy'],
  }),
  wompiPayouts: post('/webhooks/wompi-payouts', {
    auth: 'public',
    summary: 'Take an event of a payout',
    description: 'Takes an event of Wompi about a withdrawal; a repeat is stored once.',
    body: GatewayEvent,
    ok: received,
    errors: ['bad_signature', 'rate_limited', 'busy'],
  }),
  whatsapp: post('/webhooks/whatsapp', {
    auth: 'public',
    summary: 'Take a delivery report of WhatsApp',
    description: 'Takes delivery reports of Meta, signed in `X-Hub-Signature-256`.',
    body: z.looseObject({ entry: z.array(z.looseObject({})) }),
    ok: received,
    errors: ['bad_signature'],
  }),
  proveWhatsapp: get('/webhooks/whatsapp', {
    auth: 'public',
    summary: 'Prove the address to WhatsApp',
    description: 'Answers the challenge with which Meta proves that the address is ours.',
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string(),
      'hub.challenge': z.string().optional(),
    }),
    ...rawAnswer,
    errors: ['forbidden'],
  }),
}

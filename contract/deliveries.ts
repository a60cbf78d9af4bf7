import { z } from 'zod'
import { Id, Instant, longText, queryInt } from './common.ts'
import { DISCARD_REASON_MAX, DISCARD_REASON_MIN } from './limits.ts'
import { route } from './route.ts'

/** A message that was tried until there were no tries left. */
export const DeadDelivery = z.object({
  id: Id,
  channel: z.enum(['mail', 'push', 'whatsapp', 'sms']),
  /** Which message; null where that is not known, as of push. */
  template: z.string().nullable(),
  /** Enough to recognise whom it was for: `c***@correo.co`, the last digits of a number. */
  to: z.string().nullable(),
  attempts: z.int(),
  /** What the last try said, without addresses. */
  error: z.string(),
  failedAt: Instant,
})
export type DeadDelivery = z.infer<typeof DeadDelivery>

const params = z.strictObject({ deliveryId: Id })

/** Messages that could not be delivered, for the team. */
export const deliveries = {
  list: route({
    method: 'GET',
    path: '/admin/deliveries',
    auth: { permission: 'deliveries.manage' },
    summary: 'Mensajes que no se pudieron entregar, del más antiguo al más reciente',
    description:
      'Messages whose tries are used up, oldest first. Needs the permission `deliveries.manage`.',
    query: z.strictObject({ page: queryInt(1, 10_000).optional() }),
    ok: z.object({ items: z.array(DeadDelivery), total: z.int(), totalPages: z.int() }),
    errors: ['forbidden'],
  }),
  retry: route({
    method: 'POST',
    path: '/admin/deliveries/:deliveryId/retry',
    auth: { permission: 'deliveries.manage' },
    summary: 'Intentar de nuevo la entrega de un mensaje',
    description: 'Puts a message back into the queue with all its tries.',
    params,
    ok: z.object({ retried: z.literal(true) }),
    errors: ['forbidden', 'delivery_not_found'],
  }),
  discard: route({
    method: 'POST',
    path: '/admin/deliveries/:deliveryId/discard',
    auth: { permission: 'deliveries.manage' },
    summary: 'Descartar un mensaje que no se pudo entregar',
    description: 'Deletes a message that will not be delivered; the reason is kept.',
    params,
    body: z.strictObject({ reason: longText(DISCARD_REASON_MAX).min(DISCARD_REASON_MIN) }),
    ok: z.object({ discarded: z.literal(true) }),
    errors: ['forbidden', 'delivery_not_found'],
  }),
}

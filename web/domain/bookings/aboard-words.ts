import type { AboardSaid } from '#contract/booking-view.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { time } from '#web/lib/format.ts'

/** Text for the driver about a passenger who reported being aboard. */
export function aboardText({ saidAt, postsAt }: AboardSaid, paymentMode: PaymentMode): string {
  const effect = paymentMode === 'billetera' ? 'se cobra' : 'queda registrado'
  return `Dijo que va a bordo a las ${time(saidAt)}; ${effect} a las ${time(postsAt)}`
}

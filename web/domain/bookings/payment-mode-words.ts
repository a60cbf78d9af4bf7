import type { PaymentMode } from '#contract/trips.ts'

/**
 * What happens to the money of a booking, by how it is paid. Of a direct payment Cupo holds no
 * fare, only the commission of the driver: nothing is returned to a passenger, and nothing is kept.
 */
type MoneyWords = {
  /** To the driver: what becomes of it if the passenger does not object to "did not come". */
  unopposedNoShow: string
  /** To the passenger: the same. */
  noShowStands: string
  /** To the passenger: meanwhile, until a person has decided. */
  whileReviewed: string
}

export const moneyWords: Record<PaymentMode, MoneyWords> = {
  billetera: {
    unopposedNoShow: 'Si no reclama, recibes lo que pagó, menos la comisión.',
    noShowStands: 'después, el valor del cupo queda para el conductor',
    whileReviewed: 'El dinero queda quieto',
  },
  directo: {
    unopposedNoShow: 'Si no reclama, te devolvemos la comisión retenida.',
    noShowStands: 'después, se da por cierto. Cupo no te cobra nada',
    whileReviewed: 'Cupo no cobra nada mientras tanto',
  },
}

import type { PaymentMode } from '#contract/trips.ts'

/** Texts about the money. Of a direct payment Cupo holds only the driver's commission. */
type MoneyWords = {
  /** To the driver: the result if the passenger does not object to the no-show. */
  unopposedNoShow: string
  /** To the passenger: the result if they do not object to the no-show. */
  noShowStands: string
  /** To the passenger: the state of the money until a person has decided the dispute. */
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

import { describe, expect, it } from 'vitest'
import { moneyWords } from '#web/shared/bookings/booking-words.ts'
import { directCancellation, moneyBack } from './money-back.ts'

const text = (sentence: string | null) => sentence?.replace(/\s/g, ' ')
const wallet = { paymentMode: 'billetera' } as const
const direct = { paymentMode: 'directo', refunded: null, charged: null } as const

describe('the money of a booking that ended', () => {
  it('says how many pesos of a wallet payment were refunded and how many the driver got', () => {
    expect(text(moneyBack({ ...wallet, refunded: 40_000, charged: 0 }))).toBe(
      'Volvieron $ 40.000 a tu billetera.',
    )
    expect(text(moneyBack({ ...wallet, refunded: 20_000, charged: 20_000 }))).toBe(
      'Volvieron $ 20.000 a tu billetera; $ 20.000 fueron para el conductor.',
    )
    expect(text(moneyBack({ ...wallet, refunded: 0, charged: 40_000 }))).toBe(
      '$ 40.000 fueron para el conductor.',
    )
    expect(moneyBack({ ...wallet, refunded: null, charged: null })).toBeNull()
  })

  it('says that a direct payment was neither held nor refunded', () => {
    expect(moneyBack(direct)).toMatch(/^Era pago directo: no pagaste nada en Cupo/)
    const passenger = { id: 'p', name: 'Ana R.', verified: true, photoUrl: null }
    expect(directCancellation({ viewer: 'passenger', passenger, seats: 1 })).toMatch(
      /no has pagado nada/,
    )
    const asDriver = directCancellation({ viewer: 'driver', passenger, seats: 2 })
    expect(asDriver).toMatch(/^Ana R. no ha pagado nada\. Los cupos quedan libres\.$/)
  })

  it('a no-show with direct payment concerns only the commission, not the fare', () => {
    const { billetera, directo } = moneyWords
    expect(directo.unopposedNoShow).toBe('Si no reclama, Cupo no te cobra comisión.')
    expect(billetera.unopposedNoShow).toMatch(/recibes lo que pagó, menos la comisión/)
    expect(directo.noShowStands).toMatch(/Cupo no te cobra nada$/)
    expect(billetera.noShowStands).toMatch(/el valor de la reserva queda para el conductor/)
    expect([billetera.whileReviewed, directo.whileReviewed]).toEqual([
      'El dinero queda quieto',
      'Cupo no cobra nada mientras tanto',
    ])
  })
})

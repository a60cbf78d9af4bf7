import { describe, expect, it } from 'vitest'
import type { StatementLine } from '#server/domains/bank/ledger/ledger.public.ts'
import { ledgerLine, shortReference, topUpLine } from './wallet-line.ts'

const BOOKING = '019e9f00-1234-7abc-8def-0123456789ab'
const booking = { kind: 'booking', id: BOOKING }

function line(change: Partial<StatementLine>): StatementLine {
  return {
    id: 'l-1',
    at: new Date('2026-11-20T13:00:00.000Z'),
    code: 'fare',
    pesos: -62_000,
    heldPesos: 62_000,
    status: 'completed',
    cause: booking,
    ...change,
  }
}

describe('ledgerLine', () => {
  it.each([
    ['held fare', line({ status: 'pending' }), 'reserva', -62_000, 'pending', 'Reserva de cupo'],
    ['paid fare', line({}), 'pago_viaje', -62_000, 'completed', 'Pago de viaje'],
    [
      'half-refunded fare',
      line({ pesos: -31_000 }),
      'pago_viaje',
      -31_000,
      'completed',
      'Pago de viaje (te devolvimos $ 31.000)',
    ],
    [
      'released fare',
      line({ status: 'released' }),
      'devolucion',
      0,
      'cancelled',
      'Devolución de reserva ($ 62.000)',
    ],
    [
      'expected fare',
      line({ pesos: 62_000, status: 'pending' }),
      'ingreso_viaje',
      62_000,
      'pending',
      'Ingreso por viaje, por confirmar',
    ],
    [
      'commission',
      line({ code: 'commission', pesos: -6_200 }),
      'comision',
      -6_200,
      'completed',
      'Comisión de Cupo',
    ],
    [
      'top-up',
      line({ code: 'topup', pesos: 60_000 }),
      'recarga',
      60_000,
      'completed',
      'Recarga de billetera',
    ],
  ])('shows a %s in the wallet history', (_name, input, kind, pesos, status, description) => {
    expect(ledgerLine(input)).toMatchObject({ kind, pesos, status, description })
  })

  it('names the booking in a wallet line, or the payment whose reference is added', () => {
    expect(ledgerLine(line({}))).toMatchObject({
      reference: shortReference(BOOKING),
      bookingId: BOOKING,
      paymentId: null,
    })
    const topUp = ledgerLine(line({ code: 'topup', cause: { kind: 'payment', id: 'p-1' } }))
    expect(topUp).toMatchObject({ reference: null, paymentId: 'p-1' })
  })
})

describe('topUpLine', () => {
  it.each([
    ['pending', true, 'pending', 'El banco confirma tu recarga'],
    ['pending', false, 'pending', 'No vemos un pago todavía'],
    ['failed', true, 'failed', 'Recarga rechazada'],
    ['abandoned', false, 'abandoned', 'Recarga abandonada: no terminaste el pago'],
  ] as const)('shows a %s top-up, seen: %s, in the history', (status, seen, shown, description) => {
    const topUp = { id: 't-1', at: new Date(), pesos: 50_000, status, seen, reference: 'CUPO-1' }
    expect(topUpLine(topUp)).toMatchObject({ status: shown, seen, description, pesos: 50_000 })
  })
})

describe('shortReference', () => {
  it('makes a reference of four unambiguous digits from the random end of a booking id', () => {
    expect(shortReference('019e9f00-1234-7abc-8def-0123456fffff')).toBe('CUPO-ZZZZ')
    expect(shortReference('019e9f00-1234-7abc-8def-012345600021')).toBe('CUPO-0011')
    const references = Array.from({ length: 50 }, () => shortReference(crypto.randomUUID()))
    for (const each of references) expect(each).toMatch(/^CUPO-[0-9A-HJKMNP-TV-Z]{4}$/)
  })
})

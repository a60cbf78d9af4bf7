import { describe, expect, it } from 'vitest'
import { displayCode } from '#contract/display-code.ts'
import type { StatementLine } from '#server/modules/bank/ledger/index.ts'
import { ledgerLine, topUpLine } from './wallet-line.ts'

const BOOKING = '019e9f00-1234-7abc-8def-0123456789ab'
const booking = { kind: 'booking', id: BOOKING }

function line(change: Partial<StatementLine>): StatementLine {
  return {
    id: 'l-1',
    at: new Date('2026-11-20T13:00:00.000Z'),
    code: 'fare',
    pesos: -62_000,
    heldPesos: 62_000,
    commission: 0,
    status: 'completed',
    cause: booking,
    ...change,
  }
}

describe('ledgerLine', () => {
  it.each([
    [
      'held fare',
      line({ status: 'pending' }),
      'reserva',
      -62_000,
      'pending',
      'Apartado para tu reserva',
    ],
    ['paid fare', line({}), 'pago_viaje', -62_000, 'completed', 'Pago de viaje'],
    [
      'half-refunded fare',
      line({ pesos: -31_000 }),
      'pago_viaje',
      -31_000,
      'completed',
      'Pago de viaje (te devolvimos $\u00A031.000)',
    ],
    [
      'released fare',
      line({ status: 'released' }),
      'devolucion',
      0,
      'cancelled',
      'Tu reserva no siguió: volvió a tu saldo',
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
      'received fare, less its commission',
      line({ pesos: 55_800, commission: 6_200 }),
      'ingreso_viaje',
      55_800,
      'completed',
      'Ingreso por viaje ($\u00A062.000 menos $\u00A06.200 de comisión)',
    ],
    [
      'held commission',
      line({ code: 'commission', pesos: -6_200, status: 'pending' }),
      'comision',
      -6_200,
      'pending',
      'Comisión apartada',
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

  it.each([
    ['a fare that was released', line({ status: 'released' }), 62_000],
    ['half a fare', line({ pesos: -31_000 }), 31_000],
    [
      'a commission',
      line({ code: 'commission', pesos: -6_200, heldPesos: 6_200, status: 'released' }),
      6_200,
    ],
    ['a withdrawal', line({ code: 'withdrawal', status: 'released' }), 62_000],
    ['a paid fare', line({}), null],
    ['a fare that is still held', line({ status: 'pending' }), null],
    ['a fare that the driver does not receive', line({ pesos: 62_000, status: 'released' }), null],
  ])('says what came back of %s', (_name, input, returned) => {
    expect(ledgerLine(input).returned).toBe(returned)
  })

  it('has the display code of the booking, and no reference for a payment yet', () => {
    expect(ledgerLine(line({})).reference).toBe(displayCode(BOOKING))
    const topUp = ledgerLine(line({ code: 'topup', cause: { kind: 'payment', id: 'p-1' } }))
    expect(topUp.reference).toBeNull()
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

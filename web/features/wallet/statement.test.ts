import { describe, expect, it } from 'vitest'
import type { WalletTransaction } from '#contract/wallet.ts'
import { groupByDay, lineWords, shownSum, statusLook, unfinishedOf } from './statement.ts'

const line = (id: string, at: string, status: WalletTransaction['status'] = 'completed') => ({
  id,
  transaction_date: at,
  transaction_type: 'recarga' as const,
  amount: 10_000,
  returned: null,
  status,
  description: 'Recarga',
  reference: null,
  trip: null,
  transaction_seen: null,
})

it('the wallet lists pending movements first and groups the rest by day in Bogotá', () => {
  const groups = groupByDay(
    [
      line('a', '2026-11-20T15:00:00Z'),
      line('b', '2026-11-20T04:30:00Z'), // 19 November, 11:30 p. m. in Bogotá.
      line('c', '2026-11-18T15:00:00Z', 'pending'),
      line('d', '2026-11-02T15:00:00Z', 'failed'),
      line('e', '2025-12-31T15:00:00Z'),
    ],
    new Date('2026-11-20T20:00:00Z'),
  )
  expect(groups.map(({ title, lines }) => [title, lines.map(({ id }) => id).join()])).toEqual([
    ['Pendientes', 'c'],
    ['Hoy', 'a'],
    ['Ayer', 'b'],
    ['lunes, 2 de noviembre', 'd'],
    ['miércoles, 31 de diciembre de 2025', 'e'],
  ])
})

it.each([
  ['completed', 'ok'],
  ['approved', 'ok'],
  ['pending', 'warn'],
  ['failed', 'err'],
  ['cancelled', 'neutral'],
  ['something else', 'neutral'],
])('shows the movement status %s in the tone %s', (status, tone) => {
  expect(statusLook({ status }).tone).toBe(tone)
})

it('labels a fare and a commission that are held as apartado, in the colour of pending', () => {
  const held = { tone: 'warn', word: 'Apartado' }
  expect(statusLook({ status: 'pending', transaction_type: 'reserva' })).toEqual(held)
  expect(statusLook({ status: 'pending', transaction_type: 'comision' })).toEqual(held)
  expect(statusLook({ status: 'pending', transaction_type: 'recarga' }).word).toBe('Pendiente')
  expect(statusLook({ status: 'completed', transaction_type: 'reserva' }).word).toBe('Completado')
})

it('shows of a hold that came back what came back, never 0 and "cancelado"', () => {
  const back = { transaction_type: 'devolucion', status: 'cancelled', amount: 0, returned: 62_000 }
  expect(shownSum(back)).toBe(62_000)
  expect(statusLook(back)).toEqual({ tone: 'neutral', word: 'Devuelto' })
  expect(shownSum({ amount: -31_000, returned: 31_000 })).toBe(-31_000)
  expect(shownSum({ amount: 0, returned: null })).toBeNull()
})

it('shows an unknown status grey, with words that say so', () => {
  expect(statusLook({ status: 'otro' })).toEqual({ tone: 'neutral', word: 'Estado desconocido' })
})

describe('the words of a movement', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const trip = {
    bookingId: '01890000-0000-7000-8000-0000000000c1',
    tripId: '01890000-0000-7000-8000-0000000000c2',
    as: 'passenger' as const,
    from: 'Cali',
    to: 'Bogotá',
    picksUpAt: '2026-11-21T20:14:00.000Z',
  }
  const plain = line('a', '2026-11-20T15:00:00Z')
  const said = (change: Partial<WalletTransaction>) => lineWords({ ...plain, ...change }, now)
  const ofTrip = (change: Partial<WalletTransaction>, text = 'Apartado para tu reserva') =>
    said({ trip, description: `${text} · Cali → Bogotá`, amount: -35_900, ...change })

  it.each([
    [{ transaction_type: 'reserva', status: 'pending' }, 'Apartado para mañana'],
    [
      { transaction_type: 'devolucion', status: 'cancelled', returned: 35_900 },
      'Apartado para tu reserva',
    ],
    [{ transaction_type: 'pago_viaje' }, null],
    [{ transaction_type: 'pago_viaje', returned: 17_900 }, 'Volvieron $\u00a017.900 a tu saldo'],
    [{ transaction_type: 'ingreso_viaje' }, null],
  ] satisfies [Partial<WalletTransaction>, string | null][])(
    'names %o by its trip',
    (change, note) => {
      expect(ofTrip(change)).toEqual({ title: 'Viaje a Bogotá', note })
    },
  )

  it('says the day of a later trip, and no day of one that has begun', () => {
    const held = { transaction_type: 'reserva', status: 'pending' } as const
    const at = (picksUpAt: string) => ofTrip({ ...held, trip: { ...trip, picksUpAt } }).note
    expect(at('2026-11-27T20:14:00.000Z')).toBe('Apartado para el vie, 27 de nov')
    expect(at('2026-11-20T15:00:00.000Z')).toBe('Apartado para tu reserva')
  })

  it.each([
    [{ status: 'completed' }, 'Recarga', null],
    [{ status: 'failed' }, 'Recarga', 'Rechazada, tu saldo no cambió'],
    [{ status: 'abandoned' }, 'Recarga', 'No terminaste el pago'],
    [
      { status: 'pending', description: 'El banco confirma tu recarga' },
      'Recarga',
      'El banco confirma tu recarga',
    ],
    [{ transaction_type: 'retiro' }, 'Retiro', null],
    [
      { transaction_type: 'retiro', status: 'pending', description: 'Retiro en camino' },
      'Retiro',
      'Retiro en camino',
    ],
    [
      { transaction_type: 'devolucion', description: 'Recarga devuelta a tu medio de pago' },
      'Devolución',
      'Recarga devuelta a tu medio de pago',
    ],
    [{ transaction_type: 'ajuste', description: 'Crédito de Cupo' }, 'Crédito de Cupo', null],
    [
      { transaction_type: 'comision', status: 'pending', trip },
      'Comisión, viaje a Bogotá',
      'Apartada para mañana',
    ],
  ] satisfies [Partial<WalletTransaction>, string, string | null][])(
    'has a second line for %o only if it is not plain',
    (change, title, note) => {
      expect(said(change)).toEqual({ title, note })
    },
  )

  it('takes two unfinished top-ups for one line, and one alone for itself', () => {
    const open = (id: string): WalletTransaction => ({
      ...line(id, '2026-11-20T15:00:00Z', 'pending'),
      reference: `CUPO-${id}`,
      transaction_seen: false,
    })
    const seen = { ...open('c'), transaction_seen: true }
    expect(unfinishedOf([open('a'), seen, open('b')]).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(unfinishedOf([open('a'), seen])).toEqual([])
  })
})

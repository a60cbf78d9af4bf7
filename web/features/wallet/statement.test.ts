import { expect, it } from 'vitest'
import type { WalletTransaction } from '#contract/wallet.ts'
import { groupByDay, shownSum, statusLook } from './statement.ts'

const line = (id: string, at: string, status: WalletTransaction['status'] = 'completed') => ({
  id,
  transaction_date: at,
  transaction_type: 'recarga' as const,
  amount: 10_000,
  returned: null,
  status,
  description: 'Recarga',
  reference: null,
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
  expect(shownSum(back)).toEqual({ pesos: 62_000, cameBack: true })
  expect(statusLook(back)).toEqual({ tone: 'neutral', word: 'Devuelto' })
  expect(shownSum({ amount: -31_000, returned: 31_000 })).toEqual({ pesos: -31_000 })
})

it('shows an unknown status grey, with words that say so', () => {
  expect(statusLook({ status: 'otro' })).toEqual({ tone: 'neutral', word: 'Estado desconocido' })
})

import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MoneyFigures } from './money-figures.tsx'

const totals = { credited: 1, pesos: 0, declined: 0, fares: 0, commission: 0, payouts: 0 }

/** Text of the figures when the bank has this many pesos more than people's wallets. */
function textOf(rest: number, isComplete: boolean): string {
  const state = { free: 10_000, held: 0, owed: 0, float: 10_000, inBank: 10_000 + rest }
  const money = {
    ...{ current: totals, before: totals, byDay: [], now: state },
    ...{
      due: { count: 0, pesos: 0 },
      compared: { gatewayAt: null, bankUntil: null },
      texts: [{ month: '2026-11', channel: 'sms' as const, count: 3, pesos: 660 }],
    },
  }
  const html = renderToString(
    <MoneyFigures period="del 1 al 28 de noviembre" money={money} isComplete={isComplete} />,
  )
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
}

it('gives no verdict about the money of people while days are being counted', () => {
  const text = textOf(-950, false)
  expect(text).toContain('Sin comparar: se está contando')
  expect(text).not.toMatch(/Faltan|Alcanza|Cupo pone|Diferencia/)
})

it('says that Cupo puts in what credits and debts take, not that money is missing', () => {
  const text = textOf(-950, true)
  expect(text).toMatch(/Cupo pone\s+\$ 950/)
  expect(text).toContain('La comisión, menos los créditos de Cupo y las deudas')
  expect(text).not.toContain('Faltan')
  expect(textOf(950, true)).toContain('Alcanza')
})

it('shows what texts to telephones cost in a month, by channel', () => {
  expect(textOf(0, true)).toMatch(/SMS, noviembre de 2026\s+\$ 660\s+3 mensajes/)
})

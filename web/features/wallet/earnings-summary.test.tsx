import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { EarningSum } from '#contract/wallet.ts'
import { EarningsSummary, TripRow } from './earnings-summary.tsx'

const none = { net: 0, gross: 0, commission: 0, cash: 0 }
const cash = { net: 11_790, gross: 13_100, commission: 1_310, cash: 13_100 }
const wallet = { net: 66_015, gross: 73_350, commission: 7_335, cash: 0 }
const mixed = { net: 77_805, gross: 86_450, commission: 8_645, cash: 13_100 }

function textOf(element: React.ReactNode): string {
  const html = renderToString(<MemoryRouter>{element}</MemoryRouter>)
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00A0]+/g, ' ')
}

type Sums = Partial<Record<'week' | 'month' | 'toCome' | 'disputed', EarningSum>>

function summary(sums: Sums): string {
  const { week = none, month = none, toCome = none, disputed = none } = sums
  const periods = {
    week: { since: '2026-11-16', ...week },
    month: { since: '2026-11-01', ...month },
  }
  const earnings = { ...periods, toCome, disputed }
  return textOf(<EarningsSummary earnings={earnings} action={<p>De tu billetera $ 100.000</p>} />)
}

function detail(earned: EarningSum): string {
  const trip = { tripId: 't', from: 'Girardot', to: 'Cali', departsAt: '2026-11-20T13:00:00.000Z' }
  const html = textOf(<TripRow trip={{ ...trip, earned, toCome: none, disputed: none }} />)
  return html.replaceAll(/ +/g, ' ')
}

it('shows earnings as the first figure, and the money of the wallet after them', () => {
  const text = summary({ week: wallet })
  expect(text.match(/\$ [\d.]+/)?.[0]).toBe('$ 66.015')
  expect(text.indexOf('$ 66.015')).toBeLessThan(text.indexOf('$ 100.000'))
})

it('never names a part that is larger than its whole', () => {
  const ways = 'En efectivo $ 13.100; la comisión sale de tu billetera.'
  expect(summary({ week: cash })).toContain(`menos $ 1.310 de comisión. ${ways}`)
  expect(detail(cash)).toMatch(
    /Pasajes, en efectivo \$ 13\.100 Comisión de Cupo − \$ 1\.310 Te queda \$ 11\.790 $/,
  )
  expect(detail(mixed)).toMatch(
    /Pasajes \$ 86\.450 En efectivo \$ 13\.100 Por billetera \$ 73\.350 Comisión .* \$ 77\.805 $/,
  )
})

it('names cash and wallet so that they add up to the net sum', () => {
  expect(summary({ month: mixed })).toContain('En efectivo $ 13.100; en tu billetera $ 64.705.')
})

it('says when money that is to come arrives, for the payment modes that it has', () => {
  expect(summary({ toCome: wallet })).toContain('llega a tu billetera cuando el pasajero sube')
  expect(summary({ toCome: wallet })).not.toContain('te pagan')
  expect(summary({ toCome: cash })).toContain('Reservas confirmadas: te pagan al subir')
  expect(summary({ toCome: cash })).not.toContain('llega a tu billetera')
})

it('names the money of an absent passenger as to be decided, and none as to come', () => {
  const text = summary({ disputed: wallet })
  expect(text).toMatch(/Por venir \$ 0 Sin reservas por venir/)
  expect(text).toMatch(/Por resolver \$ 66\.015 Alguien no llegó o reclamó/)
  expect(summary({ disputed: cash })).toContain('se decide si debes la comisión')
  expect(summary({ disputed: cash })).not.toContain('retirar')
})

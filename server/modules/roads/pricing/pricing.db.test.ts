import { beforeAll, describe, expect, it } from 'vitest'
import { loadPlaces } from '#server/modules/roads/places/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { importFuelPrices } from './import-fuel-prices.ts'
import { loadFuelPrices, shippedFuel } from './load-fuel-prices.ts'
import { listFuelPrices } from './pricing.queries.ts'
import { assertPriceAllowed } from './quote.ts'
import { forgetFuel, quoteTrip } from './quote-trip.ts'

const BOGOTA = '11001'
const GIRARDOT = '25307'
const IBAGUE = '73001'
const CALI = '76001'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
  await loadFuelPrices(test.deps)
})

const DEPARTS_AT = '2025-10-10T06:00:00-05:00'

async function post(body: unknown) {
  const url = '/api/trips/quote'
  const answer = await test.app.inject({ method: 'POST', url, payload: body as object })
  return { status: answer.statusCode, body: answer.json() }
}

describe('loadFuelPrices', () => {
  it('adds the shipped fuel prices once and keeps a price corrected by the operator', async () => {
    const { db } = test.deps
    const before = await listFuelPrices(db)
    expect(before).toHaveLength(shippedFuel().length)
    const corrected = {
      place_id: BOGOTA,
      valid_from: '2025-10-01',
      pesos_per_gallon: 1,
      source: 'x',
    }
    const replace = (pesos: number) =>
      db
        .updateTable('fuel_prices')
        .set({ pesos_per_gallon: pesos })
        .where('place_id', '=', corrected.place_id)
        .where('valid_from', '=', corrected.valid_from)
        .execute()
    await replace(1)
    await Promise.all([loadFuelPrices(test.deps), loadFuelPrices(test.deps)])
    const after = await listFuelPrices(db)
    expect(after).toHaveLength(before.length)
    expect(after.some((row) => row.pesosPerGallon === 1)).toBe(true)
    await replace(16_393)
    forgetFuel(db)
  })
})

describe('importFuelPrices', () => {
  const file = [
    'municipio;desde;precio;fuente',
    'CO;2030-01-01;17.000;Boletín de prueba',
    '5001;2030-01-01;17,100;Boletín de prueba',
    '11001;2030-01-01;COP 17.200,00;Boletín de prueba',
    '11001;2025-10-01;1;Boletín de prueba',
    '11001;2025-10-01;16394;Boletín de prueba',
    '11001;2025-10-01;16393;Boletín de prueba',
    'Bogotá;2030-01-01;17000;Boletín de prueba',
    '76001;01/01/2030;17000;Boletín de prueba',
    '76001;2030-01-01;17000;',
  ].join('\r\n')

  it('adds new fuel prices once, refuses invalid rows and never overwrites a price', async () => {
    const { db } = test.deps
    const first = await importFuelPrices(test.deps, file)
    expect([first.added, first.unchanged]).toEqual([3, 1])
    expect(first.refused.map(({ line, reason }) => [line, reason.split(' ').at(-1)])).toEqual([
      [5, 'galón'],
      [6, '(16393)'],
      [8, 'CO'],
      [9, 'AAAA-MM-DD'],
      [10, 'fuente'],
    ])
    const rows = await listFuelPrices(db)
    const in2030 = rows.filter(({ validFrom }) => validFrom === '2030-01-01')
    expect(in2030.map((row) => [row.placeId, row.pesosPerGallon])).toEqual([
      ['05001', 17_100],
      ['11001', 17_200],
      ['CO', 17_000],
    ])
    const again = await importFuelPrices(test.deps, file)
    expect([again.added, again.unchanged]).toEqual([0, 4])
    expect(await listFuelPrices(db)).toEqual(rows)
    await db.deleteFrom('fuel_prices').where('valid_from', '=', '2030-01-01').execute()
    forgetFuel(db)
  })

  it('refuses the whole fuel price file when it is another kind of table', async () => {
    await expect(importFuelPrices(test.deps, 'a,b\n1,2')).rejects.toThrow(/primera fila/)
  })
})

describe('a routing server that fails', () => {
  it('keeps the price ceiling when the routing server fails', async () => {
    const dead = { ...test.deps, urls: { ...test.deps.urls, routing: 'http://127.0.0.1:9' } }
    const request = {
      stops: [BOGOTA, CALI],
      departsAt: new Date(DEPARTS_AT),
      seats: 3,
    }
    const { quote } = await quoteTrip(dead, request)
    expect(quote).toEqual((await quoteTrip(test.deps, request)).quote)
    const seatPrice = quote.seat.max + 100
    expect(() => assertPriceAllowed(quote, { seatPrice })).toThrow(/supera el máximo/)
    await expect(quoteTrip(dead, { ...request, stops: [BOGOTA, '99999'] })).rejects.toMatchObject({
      code: 'place_not_found',
    })
  })
})

describe('quoteTrip', () => {
  const quoteOn = (date: string, stops = [BOGOTA, GIRARDOT]) =>
    quoteTrip(test.deps, { stops, departsAt: new Date(`${date}T12:00:00-05:00`), seats: 4 })

  it('uses the fuel price and tolls of the day of departure', async () => {
    const { quote } = await quoteOn('2025-10-10')
    expect(quote.basis).toMatchObject({ fuelPesosPerGallon: 16_393, tollTotal: 30_600 })
    expect(quote.basis.fuelSource).toBe('Bogotá, octubre de 2025')
    const later = await quoteOn('2026-03-10')
    expect(later.quote.basis.fuelPesosPerGallon).toBe(15_491)
  })

  it('prices the leg from Ibagué with the fuel price of Ibagué', async () => {
    const { quote } = await quoteOn('2025-10-10', [BOGOTA, IBAGUE, CALI])
    expect(quote.basis.fuelSource).toBe('Bogotá, octubre de 2025; Ibagué, octubre de 2025')
    expect(quote.basis.tollTotal).toBe(137_600)
    expect(quote.legs.map((leg) => leg.tolls.length)).toEqual([4, 6])
  })

  it('quotes the cumulative cost for every place of the corridor', async () => {
    const { route, quote } = await quoteOn('2025-10-10', [BOGOTA, CALI])
    expect(quote.costCumulative).toHaveLength(route.places.length)
    expect(JSON.parse(JSON.stringify(quote))).toEqual(quote)
  })
})

describe('POST /trips/quote', () => {
  const stops = [BOGOTA, GIRARDOT, IBAGUE, CALI]

  it('answers a quote with all fields of the contract to an anonymous visitor', async () => {
    const { status, body } = await post({ stops, departsAt: DEPARTS_AT, seats: 3 })
    expect(status).toBe(200)
    expect(body.distanceKm).toBeGreaterThanOrEqual(455)
    expect(body.legs.map((leg: { from: string }) => leg.from)).toEqual(stops.slice(0, 3))
    expect(body.seat.min).toBeLessThan(body.seat.recommended)
    expect(body.seat.recommended).toBeLessThan(body.seat.max)
    expect(body.legs[0]).not.toHaveProperty('cost')
    const declared = body.corridor.filter((point: { declared: boolean }) => point.declared)
    expect(declared.map((point: { placeId: string }) => point.placeId)).toEqual(stops)
    expect(body.corridor.length).toBeGreaterThan(stops.length)
    expect(body.basis).toMatchObject({ kmPerGallon: 40, seats: 3, tollTotal: 137_600 })
  })

  it.each([
    ['an unknown place', { stops: [BOGOTA, '99999'] }, 404, 'place_not_found'],
    ['a repeated stop', { stops: [BOGOTA, BOGOTA] }, 400, 'route_stops_invalid'],
    ['a way back', { stops: [BOGOTA, CALI, IBAGUE] }, 400, 'route_stops_invalid'],
    ['one stop', { stops: [BOGOTA] }, 400, 'invalid_request'],
    ['nine stops', { stops: Array(9).fill(BOGOTA) }, 400, 'invalid_request'],
    ['no seats', { seats: 0 }, 400, 'invalid_request'],
    ['half a seat', { seats: 1.5 }, 400, 'invalid_request'],
    ['a text of seats', { seats: '3' }, 400, 'invalid_request'],
    ['an enormous number', { seats: 1e308 }, 400, 'invalid_request'],
    ['a date without offset', { departsAt: '2025-10-10T06:00:00' }, 400, 'invalid_request'],
    ['a field too many', { price: 1 }, 400, 'invalid_request'],
  ])('refuses a quote for %s', async (_case, change, status, code) => {
    const answer = await post({ stops, departsAt: DEPARTS_AT, seats: 3, ...change })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.requestId).toEqual(expect.any(String))
  })
})

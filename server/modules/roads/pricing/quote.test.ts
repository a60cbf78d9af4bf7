import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannedRoute } from '#server/modules/roads/places/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertPriceAllowed, buildQuote, fuelCost, seatRange } from './quote.ts'

type Stretch = { km: number; toll: number }

/** Builds a route of these stretches; the toll of stretch i belongs to station `s<i>`. */
function routeOf(stretches: readonly Stretch[], declaredSeqs: number[]): PlannedRoute {
  let hectometres = 0
  const at = [0]
  for (const { km } of stretches) {
    hectometres += Math.round(km * 10)
    at.push(hectometres / 10)
  }
  return {
    places: at.map((km, seq) => {
      const name = `P${seq}`
      return {
        placeId: `1000${seq}`,
        name,
        department: 'X',
        lat: 4,
        lng: -74,
        km,
        minutes: seq * 10,
      }
    }),
    declaredSeqs,
    legs: stretches.map(({ km, toll }, seq) => {
      const tollStations = toll > 0 ? [{ id: `s${seq}`, name: `S${seq}` }] : []
      return { fromSeq: seq, toSeq: seq + 1, km, minutes: 10, roadId: `r${seq}`, tollStations }
    }),
    distanceKm: hectometres / 10,
    durationMinutes: stretches.length * 10,
  }
}

function tollsOf(stretches: readonly Stretch[]) {
  return new Map(
    stretches.map(({ toll }, seq) => [`s${seq}`, { id: `s${seq}`, name: `S${seq}`, amount: toll }]),
  )
}

function quoteOf(stretches: readonly Stretch[], declared: number[], seats = 3, pesos = 16_393) {
  return buildQuote({
    route: routeOf(stretches, declared),
    tolls: tollsOf(stretches),
    fuelAt: () => ({ pesosPerGallon: pesos, source: 'Bogotá, octubre de 2025' }),
    seats,
  })
}

describe('the price formula', () => {
  // 40 km per gallon at 16,393 pesos, tolls of 2025, four seats for sale beside the driver's.
  it.each([
    ['Girardot', 142, 30_600, 58_195, 88_795, 17_800],
    ['Villavicencio', 86, 61_500, 35_245, 96_745, 19_300],
    ['Tunja', 140, 34_300, 57_376, 91_676, 18_300],
    ['Ibagué', 184, 60_700, 75_408, 136_108, 27_200],
    ['Bucaramanga', 398, 80_200, 163_110, 243_310, 48_700],
    ['Medellín', 406, 105_700, 166_389, 272_089, 54_400],
    ['Cali', 464, 137_600, 190_159, 327_759, 65_600],
  ])('gives the known price for Bogotá–%s', (_to, km, toll, fuel, cost, recommended) => {
    const quote = quoteOf([{ km, toll }], [0, 1], 4)
    expect(quote.basis).toMatchObject({ fuelTotal: fuel, tollTotal: toll, costTotal: cost })
    expect(quote.basis).toMatchObject({ kmPerGallon: 40, fuelPesosPerGallon: 16_393, seats: 4 })
    expect(quote.seat.recommended).toBe(recommended)
    expect(quote.legs).toHaveLength(1)
    expect(quote.costCumulative).toEqual([0, cost])
  })

  it('limits a seat price to between half and 1.2 times an equal share', () => {
    expect(seatRange(100_000, 4)).toEqual({ min: 10_000, recommended: 20_000, max: 24_000 })
    expect(seatRange(100_000, 1)).toEqual({ min: 25_000, recommended: 50_000, max: 60_000 })
    expect(seatRange(88_795, 3)).toEqual({ min: 11_100, recommended: 22_200, max: 26_600 })
    expect(seatRange(100_000, 7).max).toBe(14_200)
  })

  it('recommends at least 100 pesos for a seat', () => {
    expect(seatRange(40, 4)).toEqual({ min: 100, recommended: 100, max: 100 })
    expect(seatRange(750, 4)).toEqual({ min: 100, recommended: 100, max: 100 })
  })

  it('splits the cost by declared leg and accumulates it along the corridor', () => {
    const stretches = [
      { km: 40, toll: 10_000 },
      { km: 20, toll: 0 },
      { km: 80, toll: 5_000 },
    ]
    const quote = quoteOf(stretches, [0, 2, 3], 3, 16_000)
    expect(
      quote.legs.map(({ from, to, km, minutes, fuel, cost, tolls }) => {
        return { from, to, km, minutes, fuel, cost, tolls }
      }),
    ).toEqual([
      {
        from: '10000',
        to: '10002',
        km: 60,
        minutes: 20,
        fuel: 24_000,
        cost: 34_000,
        tolls: [{ name: 'S0', amount: 10_000 }],
      },
      {
        from: '10002',
        to: '10003',
        km: 80,
        minutes: 10,
        fuel: 32_000,
        cost: 37_000,
        tolls: [{ name: 'S2', amount: 5_000 }],
      },
    ])
    expect(quote.costCumulative).toEqual([0, 26_000, 34_000, 71_000])
  })

  it('prices each leg with the fuel of the city where it starts', () => {
    const stretches = [
      { km: 100, toll: 0 },
      { km: 300, toll: 0 },
    ]
    const quote = buildQuote({
      route: routeOf(stretches, [0, 1, 2]),
      tolls: new Map(),
      fuelAt: ({ placeId }) =>
        placeId === '10000'
          ? { pesosPerGallon: 16_000, source: 'Cali, marzo de 2026' }
          : { pesosPerGallon: 14_000, source: 'Pasto, marzo de 2026' },
      seats: 3,
    })
    expect(quote.legs.map((leg) => leg.fuel)).toEqual([40_000, 105_000])
    expect(quote.basis.fuelPesosPerGallon).toBe(14_500)
    expect(quote.basis.fuelSource).toBe('Cali, marzo de 2026; Pasto, marzo de 2026')
  })

  it('leaves toll stations without a tariff in force out of a quote', () => {
    const route = routeOf([{ km: 10, toll: 1 }], [0, 1])
    const fuelAt = () => ({ pesosPerGallon: 16_000, source: '' })
    const quote = buildQuote({ route, tolls: new Map(), fuelAt, seats: 1 })
    expect(quote.legs[0]!.tolls).toEqual([])
    expect(quote.basis.tollTotal).toBe(0)
  })
})

const stretches = fc.array(
  fc.record({
    km: fc.integer({ min: 1, max: 3_000 }).map((hectometres) => hectometres / 10),
    toll: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 })),
  }),
  { minLength: 1, maxLength: 30 },
)

/** Routes with up to six of their middle places declared as stops. */
const trips = stretches.chain((given) => {
  const middle = given.slice(1).map((_, i) => i + 1)
  return fc
    .subarray(middle, { maxLength: Math.min(6, middle.length) })
    .map((stops) => ({ given, declared: [0, ...stops, given.length] }))
})

describe('the quote of any trip', () => {
  const seats = fc.integer({ min: 1, max: 8 })
  const price = fc.integer({ min: 5_000, max: 50_000 })

  it('gives ordered price ranges in whole hundreds of pesos, without any profit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), seats, (cost, n) => {
        const { min, recommended, max } = seatRange(cost, n)
        expect(100 <= min && min <= recommended && recommended <= max).toBe(true)
        expect([min % 100, recommended % 100, max % 100]).toEqual([0, 0, 0])
        if (max > 100) expect(max * n).toBeLessThanOrEqual(cost)
        if (max > 100) expect(5 * max * (n + 1)).toBeLessThanOrEqual(6 * cost)
        // The maximum is also not one step lower than the rule allows.
        expect(max + 100).toBeGreaterThan(Math.min((6 * cost) / (5 * (n + 1)), cost / n))
      }),
    )
  })

  it('gives leg costs that add up, and a cumulative cost that never falls', () => {
    fc.assert(
      fc.property(trips, seats, price, ({ given, declared }, n, pesos) => {
        const quote = quoteOf(given, declared, n, pesos)
        const total = quote.legs.reduce((sum, leg) => sum + leg.cost, 0)
        expect(total).toBe(quote.basis.costTotal)
        expect(quote.costCumulative).toHaveLength(given.length + 1)
        expect(quote.costCumulative.at(-1)).toBe(total)
        for (const leg of quote.legs) {
          expect(quote.costCumulative[leg.toSeq]! - quote.costCumulative[leg.fromSeq]!).toBe(
            leg.cost,
          )
        }
        const rises = quote.costCumulative
          .slice(1)
          .map((cost, i) => cost - quote.costCumulative[i]!)
        expect(Math.min(...rises)).toBeGreaterThan(0)
        expect(quote.basis.tollTotal).toBe(given.reduce((sum, { toll }) => sum + toll, 0))
      }),
    )
  })

  it('quotes the same cost in the opposite direction when the tolls are the same', () => {
    fc.assert(
      fc.property(stretches, seats, price, (given, n, pesos) => {
        const there = quoteOf(given, [0, given.length], n, pesos)
        const back = quoteOf([...given].reverse(), [0, given.length], n, pesos)
        expect(back.seat).toEqual(there.seat)
        expect(back.basis).toEqual(there.basis)
      }),
    )
  })

  it('changes a quote by at most one peso of rounding per declared stop', () => {
    fc.assert(
      fc.property(trips, ({ given, declared }) => {
        const whole = quoteOf(given, [0, given.length])
        const split = quoteOf(given, declared)
        const difference = Math.abs(split.basis.costTotal - whole.basis.costTotal)
        expect(difference).toBeLessThanOrEqual(declared.length)
      }),
    )
  })
})

describe('fuelCost', () => {
  it('computes fuel cost exactly for tenths of a km that binary cannot hold', () => {
    expect(fuelCost(0.1 + 0.2, 16_000)).toBe(120)
  })
})

describe('assertPriceAllowed', () => {
  const stretches = [
    { km: 40, toll: 10_000 },
    { km: 80, toll: 5_000 },
  ]
  const quote = quoteOf(stretches, [0, 1, 2])
  const { seat } = quote
  const [first, second] = quote.legs

  const refusal = (seatPrice: number, legPrices?: number[]) => {
    try {
      assertPriceAllowed(quote, { seatPrice, legPrices })
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
    return undefined
  }

  it('allows the minimum and the maximum of the price range', () => {
    expect(refusal(seat.min)).toBeUndefined()
    expect(refusal(seat.max)).toBeUndefined()
  })

  it('refuses a price one peso outside the range and shows the breakdown', () => {
    expect(refusal(seat.max + 1)).toMatchObject({
      code: 'price_above_ceiling',
      details: { ...seat, price: seat.max + 1, leg: null, basis: quote.basis },
    })
    expect(refusal(seat.min - 1)?.code).toBe('price_below_floor')
  })

  it('refuses a leg price above the range of that leg', () => {
    const fair = [first!.recommended, second!.recommended]
    expect(refusal(fair[0]! + fair[1]!, fair)).toBeUndefined()
    const greedy = [first!.max + 100, second!.recommended - 100]
    expect(refusal(greedy[0]! + greedy[1]!, greedy)).toMatchObject({
      code: 'price_above_ceiling',
      details: { leg: 0, max: first!.max },
    })
  })

  it('refuses leg prices that are not one per leg or do not add up to the seat price', () => {
    expect(refusal(seat.recommended, [seat.recommended])?.code).toBe('invalid_request')
    expect(refusal(seat.recommended, [first!.min, first!.min])?.code).toBe('invalid_request')
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0])('refuses the seat price %s', (price) => {
    expect(refusal(price)).toBeDefined()
  })
})

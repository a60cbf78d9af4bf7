import { describe, expect, it } from 'vitest'
import {
  type Draft,
  dateProblems,
  departsAt,
  emptyDraft,
  placesOf,
  publishBody,
  quoteBody,
  reachableStep,
  returnDraft,
  routeProblems,
  seatPriceOf,
  settleEnds,
  weekdaysOf,
} from './publish-draft.ts'

const NOW = new Date('2026-11-18T10:00:00-05:00')
const bogota = { id: '11001', label: 'Bogotá' }
const ibague = { id: '73001', label: 'Ibagué' }
const cali = { id: '76001', label: 'Cali' }

function aDraft(over: Partial<Draft> = {}): Draft {
  return {
    ...emptyDraft,
    origin: bogota,
    stops: [ibague],
    destination: cali,
    date: '2026-11-20',
    time: '05:30',
    vehicleId: 'v1',
    ...over,
  }
}

describe('validation of the route of a draft', () => {
  it('accepts a draft with distinct origin and destination', () =>
    expect(routeProblems(aDraft())).toEqual({}))

  it('reports a missing origin and destination of a draft', () => {
    const problems = routeProblems(aDraft({ origin: null, destination: null }))
    expect(Object.keys(problems).sort()).toEqual(['destination', 'origin'])
  })

  it('refuses a draft whose destination is its origin', () =>
    expect(Object.keys(routeProblems(aDraft({ destination: bogota })))).toEqual(['destination']))
})

describe('origin and destination of a draft', () => {
  it('changing origin or destination of a draft removes its stops and prices per leg', () => {
    const draft = aDraft({ between: '11001>76001' })
    expect(settleEnds(draft)).toEqual({})
    expect(settleEnds({ ...draft, origin: cali, destination: bogota })).toEqual({
      between: '76001>11001',
      stops: [],
      legPrices: null,
    })
  })

  it('a draft records the origin and destination for which its stops were chosen', () =>
    expect(settleEnds(aDraft())).toEqual({ between: '11001>76001' }))
})

describe('validation of the departure of a draft', () => {
  it('accepts a departure in the future', () => expect(dateProblems(aDraft(), NOW)).toEqual({}))

  it.each([
    [{ date: '' }, 'date'],
    [{ date: '2026-11-17' }, 'date'],
    [{ date: '2027-03-01' }, 'date'],
    [{ time: '' }, 'time'],
    [{ date: '2026-11-18', time: '10:00' }, 'time'],
  ])('refuses a departure with %j', (over, field) =>
    expect(Object.keys(dateProblems(aDraft(over), NOW))).toEqual([field]),
  )
})

describe('the departure of a draft', () => {
  it('the departure of a draft has the offset of Bogotá', () =>
    expect(departsAt(aDraft())).toBe('2026-11-20T05:30:00-05:00'))
  it('the departure of a draft is null while its time is missing', () =>
    expect(departsAt(aDraft({ time: '' }))).toBeNull())
})

describe('the publishing step to show', () => {
  it('publishing shows the requested step when all steps before it are complete', () =>
    expect(reachableStep(aDraft(), 'precio', NOW)).toBe('precio'))
  it('publishing shows the first incomplete step before the requested one', () =>
    expect(reachableStep(aDraft({ date: '' }), 'revisar', NOW)).toBe('fecha'))
  it('publishing shows the first step when the address names none or an unknown one', () => {
    expect(reachableStep(aDraft(), null, NOW)).toBe('ruta')
    expect(reachableStep(aDraft(), 'inventado', NOW)).toBe('ruta')
  })
})

describe('request bodies of a draft', () => {
  it('requests the quote for the whole route of a draft', () =>
    expect(quoteBody(aDraft())).toEqual({
      stops: ['11001', '73001', '76001'],
      departsAt: '2026-11-20T05:30:00-05:00',
      seats: 3,
    }))

  it('sends via places of a draft as such and omits prices per leg', () => {
    const draft = aDraft({ stops: [{ ...ibague, via: true }], legPrices: [1, 2] })
    expect(placesOf(draft)).toEqual([bogota, cali])
    expect(quoteBody(draft)).toMatchObject({ stops: ['11001', '73001', '76001'], via: ['73001'] })
    const body = publishBody(draft, { seat: 60_000 })
    expect(body?.stops).toEqual([
      { placeId: '11001' },
      { placeId: '73001', via: true },
      { placeId: '76001' },
    ])
    expect(body).not.toHaveProperty('legPrices')
    const back = returnDraft({ ...draft, returning: { date: '', time: '', price: null } })
    expect(back?.stops).toEqual(draft.stops)
  })

  it('requests no quote while the route of a draft is incomplete', () =>
    expect(quoteBody(aDraft({ destination: null }))).toBeNull())

  it('publishing trims notes and omits empty ones', () => {
    expect(publishBody(aDraft({ notes: '  ' }), { seat: 60_000 })).not.toHaveProperty('notes')
    expect(publishBody(aDraft({ notes: ' Paro a desayunar ' }), { seat: 60_000 })).toMatchObject({
      notes: 'Paro a desayunar',
      seatPrice: 60_000,
    })
  })
})

describe('the return trip of a draft', () => {
  const returning = { date: '2026-11-22', time: '15:00', price: null }

  it('the return trip of a draft has the same route in the other direction', () => {
    const back = returnDraft(aDraft({ returning }))
    expect(back && quoteBody(back)).toEqual({
      stops: ['76001', '73001', '11001'],
      departsAt: '2026-11-22T15:00:00-05:00',
      seats: 3,
    })
    expect(returnDraft(aDraft())).toBeNull()
  })

  it.each([
    [{ date: '' }, 'returnDate'],
    [{ date: '2026-11-19' }, 'returnDate'],
    [{ time: '' }, 'returnTime'],
    [{ date: '2026-11-20', time: '05:30' }, 'returnTime'],
  ])('refuses a return trip that does not depart after the trip: %j', (over, field) => {
    const draft = aDraft({ returning: { ...returning, ...over } })
    expect(Object.keys(dateProblems(draft, NOW))).toEqual([field])
  })

  it('publishes the return trip together with the trip, at a price of its own', () => {
    const draft = aDraft({ returning })
    expect(publishBody(draft, { seat: 60_000, returnSeat: 61_000 })).toMatchObject({
      seatPrice: 60_000,
      returnTrip: { departsAt: '2026-11-22T15:00:00-05:00', seatPrice: 61_000 },
    })
    expect(publishBody(draft, { seat: 60_000 })).toBeNull()
  })
})

describe('weekly repetition of a draft', () => {
  it('the weekdays of a repeated trip include that of its departure, in order', () => {
    const repeat = { weekdays: [1, 7], until: '' }
    expect(weekdaysOf(aDraft({ repeat }))).toEqual([1, 5, 7])
    expect(weekdaysOf(aDraft())).toEqual([])
  })

  it('refuses a weekly repetition that ends before the day of the trip', () => {
    const repeat = { weekdays: [], until: '2026-11-19' }
    expect(Object.keys(dateProblems(aDraft({ repeat }), NOW))).toEqual(['until'])
    expect(dateProblems(aDraft({ repeat: { ...repeat, until: '2026-11-20' } }), NOW)).toEqual({})
  })
})

describe('the seat price of a draft', () => {
  const range = { min: 10_000, recommended: 20_000, max: 24_000 }
  const leg = { ...range, from: '', to: '', km: 1, minutes: 1, fuel: 0, tolls: [] }
  const quote = { seat: { min: 20_000, recommended: 40_000, max: 48_000 }, legs: [leg, leg] }

  it('the seat price is the sum of the leg prices if there is one for every leg', () => {
    expect(seatPriceOf(aDraft({ legPrices: [15_000, 21_000] }), quote)).toBe(36_000)
    expect(seatPriceOf(aDraft({ legPrices: [15_000], price: 41_000 }), quote)).toBe(41_000)
    expect(seatPriceOf(aDraft(), quote)).toBe(40_000)
  })
})

import { describe, expect, it } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { dayPartOf, dayParts, groupResults } from './group-results.ts'
import { applyView, countWith, priceLimits, readView, writeView } from './results-filter.ts'
import { readSearch } from './search-query.ts'

const TODAY = '2026-11-20'
const params = (text: string) => new URLSearchParams(text)

function aResult(over: Partial<SearchResult> & { tripId: string }): SearchResult {
  return {
    match: 'exact',
    fromStopId: `${over.tripId}.0`,
    toStopId: `${over.tripId}.9`,
    from: { placeId: '73001', name: 'Ibagué' },
    to: { placeId: '76001', name: 'Cali' },
    departsAt: '2026-11-20T14:05:00-05:00',
    arrivesAt: '2026-11-20T18:05:00-05:00',
    price: 62_000,
    seatsLeft: 2,
    instant: true,
    needsApproval: false,
    paymentModes: ['billetera'],
    womenOnly: false,
    pets: false,
    driver: {
      id: 'd',
      name: 'Ana',
      verified: true,
      tripsCompleted: 3,
      memberSince: '2026-01-01T00:00:00Z',
    },
    awayKm: null,
    ...over,
  }
}

describe('readSearch', () => {
  it('reads places, day and seats', () => {
    expect(readSearch(params('from=73001&to=76001&date=2026-11-21&seats=2'), TODAY)).toEqual({
      from: '73001',
      to: '76001',
      date: '2026-11-21',
      seats: 2,
    })
  })

  it.each(['', 'from=73001', 'from=73001&to=cali'])('has nothing to search in %j', (text) =>
    expect(readSearch(params(text), TODAY)).toBeNull(),
  )

  it.each(['ayer', '2026-13-01', '2026-11', ''])('takes today instead of the day %j', (day) =>
    expect(readSearch(params(`from=73001&to=76001&date=${day}`), TODAY)?.date).toBe(TODAY),
  )

  it.each(['0', '5', '1.5', 'x'])('takes one seat instead of %j', (seats) =>
    expect(readSearch(params(`from=73001&to=76001&seats=${seats}`), TODAY)?.seats).toBe(1),
  )
})

describe('applyView', () => {
  const early = aResult({ tripId: 'early', departsAt: '2026-11-20T06:00:00-05:00', price: 70_000 })
  const cheap = aResult({ tripId: 'cheap', price: 50_000, needsApproval: true, pets: true })
  const all = [cheap, early]
  const order = (text: string) => applyView(all, readView(params(text))).map((r) => r.tripId)

  it('puts the earliest departure first', () => expect(order('')).toEqual(['early', 'cheap']))
  it('sorts by price', () => expect(order('orden=precio')).toEqual(['cheap', 'early']))
  it('sorts by duration', () => expect(order('orden=duracion')).toEqual(['cheap', 'early']))
  it('keeps what passes every filter', () => {
    expect(order('filtros=inmediata')).toEqual(['early'])
    expect(order('filtros=inmediata,mascotas')).toEqual([])
  })
  it('ignores filters it does not know', () => expect(order('filtros=x')).toHaveLength(2))
  it('counts what a filter would leave', () =>
    expect(countWith(all, readView(params('')), { filters: ['mascotas'] })).toBe(1))
  it('keeps the parts of the day that are asked for', () => {
    expect(order('hora=manana')).toEqual(['early'])
    expect(order('hora=manana,tarde')).toEqual(['early', 'cheap'])
    expect(order('hora=noche')).toEqual([])
  })
  it('keeps what costs no more than the limit', () => {
    expect(order('precio=50000')).toEqual(['cheap'])
    expect(order('precio=49999')).toEqual([])
    expect(order('precio=-1')).toHaveLength(2)
  })
  it('knows who is verified and how one pays', () => {
    const driver = { ...early.driver, verified: false }
    const direct = aResult({ tripId: 'd', driver, paymentModes: ['directo'] })
    const ids = (text: string) =>
      applyView([direct, cheap], readView(params(text))).map((r) => r.tripId)
    expect(ids('filtros=verificado')).toEqual(['cheap'])
    expect(ids('filtros=directo')).toEqual(['d'])
    expect(ids('filtros=billetera')).toEqual(['cheap'])
  })
  it('sorts by how near the stops are', () => {
    const near = aResult({ tripId: 'near', match: 'nearby', awayKm: 4 })
    const far = aResult({ tripId: 'far', match: 'nearby', awayKm: 9, departsAt: early.departsAt })
    const view = readView(params('orden=cercania'))
    expect(applyView([far, near, cheap], view).map((r) => r.tripId)).toEqual([
      'cheap',
      'near',
      'far',
    ])
  })
})

describe('writeView', () => {
  it.each([
    'from=1',
    'from=1&orden=precio',
    'from=1&filtros=mujeres%2Cdirecto&hora=tarde&precio=60000',
  ])('says again what %s says', (text) =>
    expect(writeView(params(text), readView(params(text))).toString()).toBe(text),
  )
})

describe('priceLimits', () => {
  const priced = (...prices: number[]) => prices.map((price) => aResult({ tripId: 'p', price }))
  it('are whole thousands below the dearest', () =>
    expect(priceLimits(priced(41_200, 45_000, 52_000))).toEqual([45_000]))
  it('are none when all cost the same', () => expect(priceLimits(priced(62_000))).toEqual([]))
  it('are few', () => {
    const many = Array.from({ length: 50 }, (_, i) => 10_000 + i * 5_000)
    expect(priceLimits(priced(...many)).length).toBeLessThanOrEqual(6)
  })
})

describe('groupResults', () => {
  it('goes from exact to nearby, by part of the day', () => {
    const groups = groupResults(
      [
        aResult({ tripId: 'n', match: 'nearby', awayKm: 12 }),
        aResult({ tripId: 'a', departsAt: '2026-11-20T06:00:00-05:00' }),
        aResult({ tripId: 'b' }),
      ],
      true,
    )
    expect(groups.map((group) => group.match)).toEqual(['exact', 'nearby'])
    expect(groups[0]?.parts.map((part) => part.title)).toEqual(['Mañana', 'Tarde'])
  })

  it('keeps one list when they are not in order of departure', () => {
    const [group] = groupResults([aResult({ tripId: 'a' }), aResult({ tripId: 'b' })], false)
    expect(group?.parts).toHaveLength(1)
    expect(group?.parts[0]?.title).toBeNull()
  })

  it.each([
    ['2026-11-20T00:00:00-05:00', 'Madrugada'],
    ['2026-11-20T05:59:00-05:00', 'Madrugada'],
    ['2026-11-20T06:00:00-05:00', 'Mañana'],
    ['2026-11-20T12:00:00-05:00', 'Tarde'],
    ['2026-11-20T18:00:00-05:00', 'Noche'],
    ['2026-11-21T04:59:00Z', 'Noche'],
  ])('%s is %s', (instant, part) => expect(dayParts[dayPartOf(instant)].title).toBe(part))
})

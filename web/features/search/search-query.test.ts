import { describe, expect, it } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { dayPartOf, dayParts, groupResults } from './group-results.ts'
import { bubblesOf, endsOf, pickUpsOf } from './map/pick-ups.ts'
import { askedOf, readView, writeView } from './results-filter.ts'
import { readSearch } from './search-query.ts'
import { together } from './use-results.ts'

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
    seats: 3,
    km: 205,
    seatsLeft: 2,
    instant: true,
    needsApproval: false,
    paymentModes: ['billetera'],
    womenOnly: false,
    verifiedOnly: false,
    pets: false,
    wheelchair: false,
    childSeat: false,
    driver: {
      id: 'd',
      name: 'Ana',
      verified: true,
      photoUrl: null,
      tripsCompleted: 3,
      rating: { average: null, count: 0 },
      badges: ['identity'],
      memberSince: '2026-01-01T00:00:00Z',
    },
    meetingPoint: null,
    awayKm: null,
    ...over,
  }
}

describe('reading a search from the address', () => {
  it('reads places, day and seats of a search from the address', () => {
    expect(readSearch(params('from=73001&to=76001&date=2026-11-21&seats=2'), TODAY)).toEqual({
      from: '73001',
      to: '76001',
      date: '2026-11-21',
      seats: 2,
    })
  })

  it.each(['', 'from=73001', 'from=73001&to=cali'])(
    'reads no search from %j, which lacks a valid place',
    (text) => expect(readSearch(params(text), TODAY)).toBeNull(),
  )

  it.each(['ayer', '2026-13-01', '2026-11', ''])(
    'searches today instead of the invalid day %j',
    (day) => expect(readSearch(params(`from=73001&to=76001&date=${day}`), TODAY)?.date).toBe(TODAY),
  )

  it.each(['0', '5', '1.5', 'x'])('searches one seat instead of the invalid number %j', (seats) =>
    expect(readSearch(params(`from=73001&to=76001&seats=${seats}`), TODAY)?.seats).toBe(1),
  )
})

describe('the API query of a search', () => {
  const query = { from: '73001', to: '76001', date: TODAY, seats: 1 }
  const asked = (text: string) => askedOf(query, readView(params(text)))

  it('a search without valid filters asks the server only for places, day and seats', () =>
    expect(asked('vista=mapa&filtros=x&hora=x&orden=x&precio=-1')).toEqual(query))
  it('a search in order of rating asks the server for the best rated first', () =>
    expect(asked('orden=nota')).toEqual({ ...query, sort: 'rating' }))
  it('sends filters, hours, price and order of a search under the names of the API', () =>
    expect(asked('filtros=mascotas,inmediata&hora=noche,manana&precio=60000&orden=precio')).toEqual(
      {
        ...query,
        filters: 'instant,pets',
        hours: 'morning,night',
        maxPrice: 60_000,
        sort: 'price',
      },
    ))
})

describe('merging pages of search results', () => {
  const page = (...ids: string[]) => ({
    results: ids.map((tripId) => aResult({ tripId })),
    total: 3,
    matching: { exact: 3, corridor: 0, nearby: 0 },
    nearbyDates: [],
  })
  it('drops the duplicate of a trip that moved to the next page of results', () =>
    expect(together([page('a', 'b'), page('b', 'c')]).results.map((it) => it.tripId)).toEqual([
      'a',
      'b',
      'c',
    ]))
})

describe('bubbles of the results map', () => {
  const soacha = { placeId: '25754', name: 'Soacha' }
  const results = [
    aResult({ tripId: 'a', price: 60_000 }),
    aResult({ tripId: 'b', from: soacha, match: 'nearby', awayKm: 9 }),
    aResult({ tripId: 'c', price: 50_000 }),
  ]
  const points = ['73001', '25754', '76001'].map((id, i) => ({
    id,
    name: id,
    department: '',
    lat: i,
    lng: -i,
  }))

  it('shows the cheapest seat and the number of trips for every pick-up place on the map', () =>
    expect(bubblesOf(pickUpsOf(results), points)).toMatchObject([
      { id: '73001', words: [expect.stringMatching(/^desde .*50\.000$/), '2 viajes'] },
      { id: '25754', words: [expect.stringMatching(/^\$.62\.000$/), '1 viaje'] },
    ]))
  it('lists the places where the trips found end', () =>
    expect(endsOf(results, points).map(({ id }) => id)).toEqual(['76001']))
})

describe('writing the results view to the address', () => {
  it.each([
    'from=1',
    'from=1&orden=precio',
    'from=1&filtros=mujeres%2Cdirecto&hora=tarde&precio=60000&vista=mapa',
  ])('writes the view of the results back to the same query string: %s', (text) =>
    expect(writeView(params(text), readView(params(text))).toString()).toBe(text),
  )
})

describe('grouping search results', () => {
  it('groups results from exact to nearby and by part of the day', () => {
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

  it('does not group results by part of the day when they are not in order of departure', () => {
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
  ])('puts a departure at %s in the part of the day %s', (instant, part) =>
    expect(dayParts[dayPartOf(instant)].title).toBe(part),
  )
})

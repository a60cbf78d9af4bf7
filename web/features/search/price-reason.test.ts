import { expect, it } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { cheapestOf, priceReason } from './price-reason.ts'

const trip = (price: number, seats = 3, km = 200) => ({ price, seats, km }) as SearchResult

it.each([
  // A cost of 120.000 shared by driver and 3 seats, or by driver and 2.
  ['fewer seats in the car', trip(40_000, 2), 'carro con 2 cupos'],
  ['one seat in the car', trip(60_000, 1), 'carro con 1 cupo'],
  ['a longer part', trip(40_000, 3, 270), 'tramo más largo'],
  ['the larger of both reasons', trip(60_000, 2, 330), 'tramo más largo'],
  ['the price of the driver', trip(40_000), null],
  ['a price of which the seats explain less than half', trip(60_000, 2), null],
  ['more seats and a shorter part', trip(40_000, 4, 150), null],
  ['the same price', trip(30_000, 1, 900), null],
  ['an answer of an older release', { price: 40_000 } as SearchResult, null],
])('says %s, or nothing', (_, dear, reason) => {
  expect(priceReason(dear, cheapestOf([dear, trip(30_000)]))).toBe(reason)
})

it('compares with the cheapest trip, and without trips with none', () => {
  expect(cheapestOf([trip(40_000), trip(30_000), trip(50_000)])?.price).toBe(30_000)
  expect(cheapestOf([])).toBeUndefined()
})

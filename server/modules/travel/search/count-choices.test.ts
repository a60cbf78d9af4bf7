import { describe, expect, it } from 'vitest'
import { priceLimits } from './count-choices.ts'

describe('priceLimits', () => {
  it('offers the price steps below the highest price as limits', () =>
    expect(priceLimits([55_000, 45_000, 45_000])).toEqual([45_000]))
  it('offers no price limit when all trips cost the same', () =>
    expect(priceLimits([65_000])).toEqual([]))
  it('offers at most six price limits', () => {
    const many = Array.from({ length: 50 }, (_, i) => 10_000 + i * 5_000)
    expect(priceLimits(many).length).toBeLessThanOrEqual(6)
  })
})

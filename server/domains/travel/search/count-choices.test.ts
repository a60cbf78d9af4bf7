import { describe, expect, it } from 'vitest'
import { priceLimits } from './count-choices.ts'

describe('priceLimits', () => {
  it('are the steps below the dearest', () =>
    expect(priceLimits([55_000, 45_000, 45_000])).toEqual([45_000]))
  it('are none when all cost the same', () => expect(priceLimits([65_000])).toEqual([]))
  it('are few', () => {
    const many = Array.from({ length: 50 }, (_, i) => 10_000 + i * 5_000)
    expect(priceLimits(many).length).toBeLessThanOrEqual(6)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedPolicies, policyNow, policyOn, type RewardPolicy } from './policy.ts'
import { pointsDue } from './trip-points.ts'

const base = policyNow('2026-11-20')
const between = (from: string, until: string | null): RewardPolicy => ({ ...base, from, until })

describe('the policies', () => {
  it('applies each reward policy from its first day, and the last one without an end', () => {
    const two = [between('2026-07-01', null), between('2026-01-01', '2026-06-30')]
    expect(checkedPolicies(two).map(({ from }) => from)).toEqual(['2026-01-01', '2026-07-01'])
    expect(policyOn('2026-06-30', checkedPolicies(two))?.from).toBe('2026-01-01')
    expect(policyOn('2026-07-01', checkedPolicies(two))?.from).toBe('2026-07-01')
    expect(policyOn('2025-12-31', checkedPolicies(two))).toBeUndefined()
  })

  it.each([
    ['a gap of a day', [between('2026-01-01', '2026-06-29'), between('2026-07-01', null)]],
    ['an overlap of a day', [between('2026-01-01', '2026-07-01'), between('2026-07-01', null)]],
    ['two on one day', [between('2026-01-01', null), between('2026-01-01', null)]],
    ['an end before the beginning', [between('2026-01-01', '2025-01-01')]],
    ['an end of the last one', [between('2026-01-01', '2026-12-31')]],
    ['another field', [{ ...base, bonus: 5 }]],
    ['negative points', [{ ...base, points: { ...base.points, driverTrip: -1 } }]],
    ['none', []],
  ])('rejects reward policies with %s', (_name, files) => {
    expect(() => checkedPolicies(files)).toThrow()
  })
})

describe('the points of a trip', () => {
  const booking = {
    passengerId: 'b',
    driverId: 'a',
    seats: 2,
    km: 400,
    picksUpAt: new Date('2026-11-20T12:00:00Z'),
    isWitnessed: true,
    connectionPart: null,
  }

  it('gives both sides the points of the policy plus one per whole kilogram of CO₂', () => {
    // 400 km ÷ 4 ÷ 40 km per gallon × 8.887 kg = 22.2 kg.
    expect(pointsDue(booking)).toEqual([
      { userId: 'a', points: 20 + 22 },
      { userId: 'b', points: 10 + 22 },
    ])
  })

  it('gives the points of a trip once for both parts of a trip with one change', () => {
    const second = pointsDue({ ...booking, connectionPart: 2 })
    expect(second).toEqual([
      { userId: 'a', points: 20 + 22 },
      { userId: 'b', points: 22 },
    ])
    expect(pointsDue({ ...booking, connectionPart: 1 })).toEqual(pointsDue(booking))
  })

  it('gives no points before the first policy, by the day in Bogotá', () => {
    expect(pointsDue({ ...booking, picksUpAt: new Date('2026-01-01T04:59:59Z') })).toEqual([])
    expect(pointsDue({ ...booking, picksUpAt: new Date('2026-01-01T05:00:00Z') })).toHaveLength(2)
  })

  it('never gives fewer points for more kilometres', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(500), (km, more) => {
        const sum = (of: number) =>
          pointsDue({ ...booking, km: of }).reduce((all, { points }) => all + points, 0)
        expect(sum(km + more)).toBeGreaterThanOrEqual(sum(km))
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { shippedNetwork } from '#test/shipped-network.ts'
import { shippedSafePoints } from './load-safe-points.ts'
import { isSamePoint, isWithinReach } from './safe-point.ts'

const seats = new Map(shippedNetwork().places.map((place) => [place.id, place]))
const points = shippedSafePoints()

describe('the shipped safe points', () => {
  it('ships at least 60 safe points, unique and near the centres of known places', () => {
    expect(points.length).toBeGreaterThanOrEqual(60)
    expect(new Set(points.map(({ key }) => key)).size).toBe(points.length)
    const lost = points.filter((point) => {
      const seat = seats.get(point.place)
      return !seat || !isWithinReach(point, seat)
    })
    expect(lost.map(({ key }) => key)).toEqual([])
  })

  it('ships a bus terminal as a safe point in each large city', () => {
    const large = ['11001', '05001', '76001', '68001', '50001', '73001', '41001', '66001', '17001']
    const terminals = new Set(points.filter(({ kind }) => kind === 'terminal').map((p) => p.place))
    expect(large.filter((id) => !terminals.has(id))).toEqual([])
  })
})

describe('isSamePoint', () => {
  const terminal = { name: 'Terminal Salitre', lat: 4.6546, lng: -74.1166, approximate: false }

  it.each([
    ['the same name with other accents', { name: 'terminál  salitre', lat: 4.7 }, true],
    ['a hundred metres away', { name: 'Otro', lat: 4.6555 }, true],
    ['two hundred metres away', { name: 'Otro', lat: 4.6564 }, false],
    ['near, but only about', { name: 'Otro', lat: 4.6547, approximate: true }, false],
  ])('finds a proposed point to be a known one or not: %s', (_case, change, same) => {
    expect(isSamePoint({ ...terminal, ...change }, terminal)).toBe(same)
  })
})

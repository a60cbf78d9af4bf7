import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { greatCircleKm } from '#server/modules/roads/places/index.ts'
import { MEETINGS_PER_PLACE_MAX, type Meeting, orderMeetings } from './order-meetings.ts'

function lengthOf(order: readonly Meeting[]): number {
  let km = 0
  order.slice(1).forEach((next, row) => {
    km += greatCircleKm(order[row] ?? next, next)
  })
  return km
}

function keepsTheRules(order: readonly Meeting[]): boolean {
  const been = new Set<string>()
  return order.every((meeting, row) => {
    const inPlace = row === 0 || (order[row - 1]?.rank ?? 0) <= meeting.rank
    const allowed = (meeting.after ?? []).every((id) => been.has(id))
    been.add(meeting.id)
    return inPlace && allowed
  })
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [row, first] of items.entries()) {
    for (const rest of permutations(items.toSpliced(row, 1))) yield [first, ...rest]
  }
}

/** Length of the shortest valid order, found by brute force. */
function byTryingAll(meetings: readonly Meeting[]): number | undefined {
  let best: number | undefined
  for (const order of permutations(meetings)) {
    if (keepsTheRules(order)) best = Math.min(best ?? Number.POSITIVE_INFINITY, lengthOf(order))
  }
  return best
}

const someMeetings = fc
  .array(
    fc.record({
      rank: fc.integer({ min: 0, max: 2 }),
      lat: fc.double({ min: 3, max: 5, noNaN: true }),
      lng: fc.double({ min: -76, max: -74, noNaN: true }),
      after: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((all) =>
    all.map(({ after, ...meeting }, row): Meeting => {
      // `after` names only earlier meetings of the list; the corridor can still contradict that.
      const ids = after.filter((each) => each < row).map(String)
      return { ...meeting, id: String(row), after: ids }
    }),
  )

const bogota = (id: string, lat: number, more: Partial<Meeting> = {}): Meeting => {
  return { id, rank: 0, lat, lng: -74, ...more }
}

describe('the order of meeting points', () => {
  it('finds the same shortest order of meeting points as brute force', () => {
    fc.assert(
      fc.property(someMeetings, (meetings) => {
        const way = orderMeetings(meetings)
        const best = byTryingAll(meetings)
        if (best === undefined) {
          expect(way).toBeUndefined()
          return
        }
        expect(way?.order).toHaveLength(meetings.length)
        expect(keepsTheRules(way?.order ?? [])).toBe(true)
        expect(way?.km).toBeCloseTo(lengthOf(way?.order ?? []), 9)
        expect(way?.km).toBeCloseTo(best, 9)
      }),
      { numRuns: 300 },
    )
  })

  it('orders the meeting points of a place without turning back', () => {
    const way = orderMeetings([
      bogota('norte', 4.8),
      bogota('sur', 4.5),
      bogota('centro', 4.6),
      { id: 'ibague', rank: 4, lat: 4.4, lng: -75.2 },
    ])
    expect(way?.order.map(({ id }) => id)).toEqual(['norte', 'centro', 'sur', 'ibague'])
  })

  it('keeps pick-ups before drop-offs, and the order of the corridor', () => {
    const first = bogota('baja', 4.8, { after: ['sube'] })
    const way = orderMeetings([first, bogota('sube', 4.6)])
    expect(way?.order.map(({ id }) => id)).toEqual(['sube', 'baja'])
    const back = [bogota('lejos', 4.1, { rank: 1 }), bogota('cerca', 4.8)]
    expect(orderMeetings(back)?.order.map(({ id }) => id)).toEqual(['cerca', 'lejos'])
    const impossible = bogota('baja', 4.8, { after: ['sube'] })
    expect(orderMeetings([impossible, bogota('sube', 4.6, { rank: 1 })])).toBeUndefined()
  })

  it('finds the shortest order of ten meetings in one place and refuses more', () => {
    const many = Array.from({ length: MEETINGS_PER_PLACE_MAX }, (_, row) =>
      bogota(String(row), 4 + ((row * 7) % 10) / 10),
    )
    expect(orderMeetings(many)?.km).toBeCloseTo(0.9 * greatCircleKm(many[0]!, bogota('x', 5)), 1)
    expect(() => orderMeetings([...many, bogota('más', 4.95)])).toThrow(RangeError)
  })
})

import { describe, expect, it } from 'vitest'
import {
  addStop,
  dropStop,
  hasRoom,
  orderedStops,
  takeWay,
  type Way,
  wayOf,
} from './draft-stops.ts'
import type { DraftStop } from './publish-draft.ts'

const corridorOf = (ids: string) =>
  ids.split(' ').map((placeId) => ({ placeId, name: `El ${placeId}` }))
const fastest: Way = { corridor: corridorOf('A F M R Z'), via: [], pins: [] }
const other: Way = { corridor: corridorOf('A L T R Z'), via: ['L'], pins: ['L', 'T'] }
const ways = [fastest, other]

const stops = (ids: string): DraftStop[] =>
  ids
    .split(' ')
    .filter(Boolean)
    .map((id) =>
      id.startsWith('(')
        ? { id: id.slice(1, -1), label: `El ${id.slice(1, -1)}`, via: true }
        : { id, label: `El ${id}` },
    )
const written = (list: readonly DraftStop[]) =>
  list.map(({ id, via }) => (via ? `(${id})` : id)).join(' ')

describe('the route that the stops determine', () => {
  it.each([
    ['', fastest],
    ['F R', fastest],
    ['R', fastest],
    ['(L)', other],
    ['(L) R', other],
    ['T R', other],
    // Stops that are out of order, or that no offered route passes.
    ['R F', undefined],
    ['X', undefined],
    ['F T', undefined],
  ])('finds the offered route that passes the stops in order: %s', (given, way) =>
    expect(wayOf(stops(given), ways)).toBe(way),
  )
})

describe('choosing another route', () => {
  it('choosing another route pins it by a via place and drops stops that are off it', () => {
    const { stops: after, dropped } = takeWay(stops('F R'), other)
    expect(written(after)).toBe('(L) R')
    expect(written(dropped)).toBe('F')
  })

  it('choosing a route adds no via place when a stop pins it or it is the fastest', () => {
    expect(written(takeWay(stops('T R'), other).stops)).toBe('T R')
    expect(written(takeWay(stops('(L) R'), fastest).stops)).toBe('R')
  })
})

describe('adding and removing a stop', () => {
  const on = (way: Way) => ({ corridor: way.corridor, way })

  it.each([
    ['R', 'F', fastest, 'F R'],
    ['F', 'R', fastest, 'F R'],
    ['(L)', 'R', other, '(L) R'],
    ['(L) R', 'T', other, 'T R'],
    ['(L)', 'L', other, 'L'],
  ])('adds to stops "%s" the stop %s in route order', (before, added, way, after) => {
    const [stop] = stops(added)
    expect(written(addStop(stops(before), stop!, on(way)))).toBe(after)
  })

  it('adds a stop in route order when the route is not an offered one', () => {
    const given = { corridor: corridorOf('A X F R Z'), way: undefined }
    expect(written(addStop(stops('(X) R'), stops('F')[0]!, given))).toBe('(X) F R')
  })

  it('removing a stop keeps the chosen route, by a via place if needed', () => {
    expect(written(dropStop(stops('T R'), 'T', other))).toBe('(L) R')
    expect(written(dropStop(stops('L'), 'L', other))).toBe('(L)')
    expect(written(dropStop(stops('F R'), 'F', fastest))).toBe('R')
    expect(written(dropStop(stops('X R'), 'X', undefined))).toBe('R')
  })

  it("adding a stop keeps the draft's data of the other stops", () => {
    const known = { id: 'F', label: 'El F', detail: 'Cerca', safePointId: 'p' }
    const [first] = addStop([known], stops('R')[0]!, on(fastest))
    expect(first).toEqual(known)
  })
})

it('at most six places fit between origin and destination, via places included', () => {
  expect(hasRoom(stops('1 2 3 4 5'), '6', undefined)).toBe(true)
  expect(hasRoom(stops('1 2 3 4 5 6'), '7', undefined)).toBe(false)
  expect(hasRoom(stops('(L) 1 2 3 4 5'), '6', other)).toBe(false)
  expect(hasRoom(stops('(L) 1 2 3 4 5'), 'T', other)).toBe(true)
  expect(hasRoom(stops('(L) 1 2 3 4 5'), 'L', other)).toBe(true)
})

it("stops take the order of the server and keep the draft's own data", () => {
  const known = [...stops('(L) R'), { id: 'X', label: 'Equis', detail: 'Lejos' }]
  const ordered = ['A', 'X', 'R', 'Z'].map((placeId) => ({ placeId, via: false }))
  expect(orderedStops(known, ordered)).toEqual([
    { id: 'X', label: 'Equis', detail: 'Lejos' },
    { id: 'R', label: 'El R' },
  ])
})

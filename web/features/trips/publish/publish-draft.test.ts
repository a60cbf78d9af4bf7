import { describe, expect, it } from 'vitest'
import {
  type Draft,
  dateProblems,
  departsAt,
  emptyDraft,
  publishBody,
  quoteBody,
  reachableStep,
  routeProblems,
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

describe('routeProblems', () => {
  it('accepts a route in order', () => expect(routeProblems(aDraft())).toEqual({}))

  it('asks for what is missing', () => {
    const problems = routeProblems(aDraft({ origin: null, stops: [null], destination: null }))
    expect(Object.keys(problems).sort()).toEqual(['destination', 'origin', 'stop-0'])
  })

  it.each([
    [{ stops: [bogota] }, 'stop-0'],
    [{ stops: [cali] }, 'stop-0'],
    [{ stops: [ibague, ibague] }, 'stop-1'],
    [{ destination: bogota }, 'destination'],
  ])('refuses a place twice: %j', (over, field) =>
    expect(Object.keys(routeProblems(aDraft(over)))).toContain(field),
  )
})

describe('dateProblems', () => {
  it('accepts a moment to come', () => expect(dateProblems(aDraft(), NOW)).toEqual({}))

  it.each([
    [{ date: '' }, 'date'],
    [{ date: '2026-11-17' }, 'date'],
    [{ date: '2027-03-01' }, 'date'],
    [{ time: '' }, 'time'],
    [{ date: '2026-11-18', time: '10:00' }, 'time'],
  ])('refuses %j', (over, field) =>
    expect(Object.keys(dateProblems(aDraft(over), NOW))).toEqual([field]),
  )
})

describe('departsAt', () => {
  it('is written in the time of Bogotá', () =>
    expect(departsAt(aDraft())).toBe('2026-11-20T05:30:00-05:00'))
  it('is unknown while half is missing', () => expect(departsAt(aDraft({ time: '' }))).toBeNull())
})

describe('reachableStep', () => {
  it('goes where asked when everything before is done', () =>
    expect(reachableStep(aDraft(), 'precio', NOW)).toBe('precio'))
  it('stops at the first unfinished step', () =>
    expect(reachableStep(aDraft({ date: '' }), 'revisar', NOW)).toBe('fecha'))
  it('starts at the beginning', () => {
    expect(reachableStep(aDraft(), null, NOW)).toBe('ruta')
    expect(reachableStep(aDraft(), 'inventado', NOW)).toBe('ruta')
  })
})

describe('bodies', () => {
  it('asks the price of the whole route', () =>
    expect(quoteBody(aDraft())).toEqual({
      stops: ['11001', '73001', '76001'],
      departsAt: '2026-11-20T05:30:00-05:00',
      seats: 3,
    }))

  it('has nothing to ask while the route is unfinished', () =>
    expect(quoteBody(aDraft({ destination: null }))).toBeNull())

  it('leaves empty notes out', () => {
    expect(publishBody(aDraft({ notes: '  ' }), 60_000)).not.toHaveProperty('notes')
    expect(publishBody(aDraft({ notes: ' Paro a desayunar ' }), 60_000)).toMatchObject({
      notes: 'Paro a desayunar',
      seatPrice: 60_000,
    })
  })
})

import { describe, expect, it } from 'vitest'
import { emptyDraft, problemsOf, readSeed, windowOf } from './ride-request-draft.ts'

const TODAY = '2026-11-20'
const NOW = new Date('2026-11-20T15:00:00Z')
const place = (id: string) => ({ id, label: id })
const whole = {
  ...emptyDraft(TODAY),
  from: place('11001'),
  to: place('76001'),
  maxPrice: 40_000,
}

describe('a ride request in the address', () => {
  it('a ride request in the address needs two places; it defaults to tomorrow, one seat', () => {
    const read = (text: string) => readSeed(new URLSearchParams(text), TODAY)
    expect(read('from=11001')).toBeNull()
    expect(read('from=11001&to=76001&date=2026-11-25&seats=3')).toMatchObject({
      date: '2026-11-25',
      seats: 3,
    })
    expect(read('from=11001&to=76001&date=2026-11-01&seats=9')).toMatchObject({
      date: '2026-11-21',
      seats: 1,
    })
  })
})

describe('the hours of a ride request', () => {
  it('hours of a ride request are Bogotá time and end the next day when they pass midnight', () => {
    expect(windowOf({ ...whole, since: '06:00', until: '09:30' })).toEqual({
      earliest: '2026-11-21T06:00:00-05:00',
      latest: '2026-11-21T09:30:00-05:00',
    })
    const night = windowOf({ ...whole, since: '22:00', until: '02:00' })
    expect(night.latest).toBe('2026-11-22T02:00:00-05:00')
  })
})

describe('validation of a ride request', () => {
  const range = { min: 20_000, max: 50_000 }
  it.each([
    [{}, []],
    [{ from: null }, ['from']],
    [{ to: place('11001') }, ['to']],
    [{ date: TODAY, since: '06:00', until: '09:00' }, ['until']],
    [{ maxPrice: null }, ['maxPrice']],
    [{ maxPrice: 50_001 }, ['maxPrice']],
    [{ maxPrice: 19_999 }, ['maxPrice']],
  ])('reports the invalid fields of a ride request with %j', (changes, fields) => {
    expect(Object.keys(problemsOf({ ...whole, ...changes }, range, NOW))).toEqual(fields)
  })
})

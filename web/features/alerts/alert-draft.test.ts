import { describe, expect, it } from 'vitest'
import { type AlertDraft, daysText, problemsOf, readSeed, termsText } from './alert-draft.ts'

const TODAY = '2026-11-20'
const seed = (text: string) => readSeed(new URLSearchParams(text), TODAY)
const places = 'from=11001&to=76001'

describe('reading an alert from the address', () => {
  it('reads places, period, seats and maximum price of an alert from the address', () => {
    expect(seed(`${places}&since=2026-11-25&until=2026-12-01&seats=2&max=60000`)).toEqual({
      from: '11001',
      to: '76001',
      since: '2026-11-25',
      until: '2026-12-01',
      seats: 2,
      maxPrice: 60_000,
    })
  })

  it('defaults to the next seven days and one seat when an alert has only its places', () => {
    expect(seed(places)).toMatchObject({
      since: TODAY,
      until: '2026-11-26',
      seats: 1,
      maxPrice: null,
    })
  })

  it.each([
    ['since=2026-11-01&until=2026-11-22', { since: TODAY, until: '2026-11-22' }],
    ['since=2026-11-25&until=2026-11-22', { since: '2026-11-25', until: '2026-11-25' }],
    ['since=2027-05-01', { since: TODAY, until: '2026-11-26' }],
    ['until=2030-01-01', { since: TODAY, until: '2027-02-18' }],
    ['since=mañana&until=2026-13-40', { since: TODAY, until: '2026-11-26' }],
    ['seats=9&max=-1', { seats: 1, maxPrice: null }],
    ['seats=1.5&max=1e99', { seats: 1, maxPrice: null }],
  ])('replaces invalid alert terms in the address by valid ones: %s', (text, expected) => {
    expect(seed(`${places}&${text}`)).toMatchObject(expected)
  })

  it.each(['', 'from=11001', 'from=11001&to=Cali'])(
    'reads no alert from an address that lacks a valid place: %j',
    (text) => {
      expect(seed(text)).toBeNull()
    },
  )
})

describe('an alert draft', () => {
  const good: AlertDraft = {
    from: { id: '11001', label: 'Bogotá' },
    to: { id: '76001', label: 'Cali' },
    since: TODAY,
    until: '2026-11-26',
    seats: 1,
    maxPrice: null,
  }
  it('a complete alert draft has no validation errors', () =>
    expect(problemsOf(good, TODAY)).toEqual({}))

  it.each<[Partial<AlertDraft>, string[]]>([
    [{ from: null, to: null }, ['from', 'to']],
    [{ to: good.from }, ['to']],
    [{ since: '' }, ['since']],
    [{ until: '' }, ['until']],
    [{ since: '2026-11-27' }, ['until']],
    [{ since: '2026-11-01', until: '2026-11-19' }, ['until']],
    [{ until: '2027-02-19' }, ['until']],
    [{ maxPrice: 0 }, ['maxPrice']],
  ])('reports a validation error for an alert draft with %j', (changes, fields) => {
    expect(Object.keys(problemsOf({ ...good, ...changes }, TODAY))).toEqual(fields)
  })

  it('describes the days and terms of an alert in Spanish', () => {
    expect(daysText(good)).toBe('Del viernes 20 de noviembre al jueves 26 de noviembre')
    expect(daysText({ ...good, until: TODAY })).toBe('El viernes 20 de noviembre')
    expect(termsText(good)).toBe('1 cupo · cualquier precio')
    expect(termsText({ seats: 2, maxPrice: 60_000 })).toBe('2 cupos · hasta $\u00a060.000 por cupo')
  })
})

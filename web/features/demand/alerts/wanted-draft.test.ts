import { describe, expect, it } from 'vitest'
import { wishesFor } from '#web/shared/demand/list-wishes.ts'
import {
  daysText,
  listOf,
  NEW,
  pathOf,
  problemsOf,
  readSeed,
  termsText,
  type WantedDraft,
  windowOf,
} from './wanted-draft.ts'

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
      shown: false,
      buys: false,
      date: '2026-11-25',
      first: '06:00',
      last: '20:00',
      ...{ notice: '180', atNight: false, womenOnly: false, verifiedOnly: false },
      ...{ withChange: false, pets: false, wheelchair: false },
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

  it.each([
    ['date=2026-11-24&hours=05:00-09:30', { shown: true, date: '2026-11-24', first: '05:00' }],
    ['date=2026-12-24&hours=22:00-02:00', { shown: true, date: TODAY, last: '02:00' }],
    ['hours=25:00-26:00', { shown: false, first: '06:00', last: '20:00' }],
  ])('reads from the address what drivers see of a wanted trip: %s', (text, expected) => {
    expect(seed(`${places}&${text}`)).toMatchObject(expected)
  })

  it.each(['', 'from=11001', 'from=11001&to=Cali'])(
    'reads no alert from an address that lacks a valid place: %j',
    (text) => {
      expect(seed(text)).toBeNull()
    },
  )
})

const NOW = new Date('2026-11-20T15:00:00Z')
const good: WantedDraft = {
  from: { id: '11001', label: 'Bogotá' },
  to: { id: '76001', label: 'Cali' },
  since: TODAY,
  until: '2026-11-26',
  seats: 1,
  maxPrice: null,
  ...NEW,
  shown: false,
  buys: false,
  date: '2026-11-21',
  first: '06:00',
  last: '20:00',
}
const range = { min: 20_000, recommended: 40_000, max: 50_000 }
const fieldsOf = (changes: Partial<WantedDraft>) =>
  Object.keys(problemsOf({ ...good, ...changes }, { now: NOW, today: TODAY, range }))

describe('a wanted trip of which the person is told', () => {
  it.each<[Partial<WantedDraft>, string[]]>([
    [{}, []],
    [{ from: null, to: null }, ['from', 'to']],
    [{ to: good.from }, ['to']],
    [{ since: '' }, ['since']],
    [{ until: '' }, ['until']],
    [{ since: '2026-11-27' }, ['until']],
    [{ since: '2026-11-01', until: '2026-11-19' }, ['until']],
    [{ until: '2027-02-19' }, ['until']],
    [{ maxPrice: 0 }, ['maxPrice']],
    [{ maxPrice: 900_000 }, []],
    [{ notify: false }, ['notify']],
  ])('reports a validation error for an alert draft with %j', (changes, fields) => {
    expect(fieldsOf(changes)).toEqual(fields)
  })

  it('describes the days and terms of an alert in Spanish', () => {
    expect(daysText(good)).toBe('Del viernes 20 de noviembre al jueves 26 de noviembre')
    expect(daysText({ ...good, until: TODAY })).toBe('El viernes 20 de noviembre')
    expect(termsText({ seats: 1, maxPrice: null })).toBe('1 cupo · cualquier precio')
    expect(termsText({ seats: 2, maxPrice: 60_000 })).toBe('2 cupos · hasta $\u00a060.000 por cupo')
  })
})

it('has no highest price until the person types one', () => {
  expect(seed(places)?.maxPrice).toBeNull()
  expect(seed(`${places}&max=60000`)?.maxPrice).toBe(60_000)
})

describe('a wanted trip that drivers see', () => {
  it.each<[Partial<WantedDraft>, string[]]>([
    [{ maxPrice: null }, ['maxPrice']],
    [{ maxPrice: 50_001 }, ['maxPrice']],
    [{ maxPrice: 19_999 }, ['maxPrice']],
    [{ maxPrice: 40_000, date: '2026-11-27' }, ['date']],
    [{ maxPrice: 40_000, date: TODAY, last: '09:00' }, ['last']],
    [{ maxPrice: 40_000, first: '', last: '' }, ['first', 'last']],
  ])('reports the invalid fields of a ride request with %j', (changes, fields) => {
    expect(fieldsOf({ shown: true, ...changes })).toEqual(fields)
  })

  it('has hours in Bogotá time, which end the next day when they pass midnight', () => {
    expect(windowOf({ date: '2026-11-21', first: '06:00', last: '09:30' })).toEqual({
      earliest: '2026-11-21T06:00:00-05:00',
      latest: '2026-11-21T09:30:00-05:00',
    })
    const night = windowOf({ date: '2026-11-21', first: '22:00', last: '02:00' })
    expect(night.latest).toBe('2026-11-22T02:00:00-05:00')
  })
})

describe('a list that buys', () => {
  it('is asked for by the address', () => {
    expect(seed(`${places}&buys=1`)).toMatchObject({ buys: true, shown: false })
  })

  it.each<[Partial<WantedDraft>, string[]]>([
    [{}, []],
    [{ notify: false }, []],
    [{ maxPrice: null }, ['maxPrice']],
    [{ first: '09:00', last: '09:00' }, ['last']],
    [{ first: '', last: '' }, ['first', 'last']],
    [{ maxPrice: 900_000, date: '' }, []],
  ])('reports the invalid fields of a list with %j', (changes, fields) => {
    expect(fieldsOf({ buys: true, maxPrice: 40_000, ...changes })).toEqual(fields)
  })

  it('keeps its hours and wishes when the person leaves the form and comes back', () => {
    const asks = { pets: true, wheelchair: true }
    const wishes = { notice: '60', atNight: true, womenOnly: true, withChange: true, ...asks }
    const draft = { ...good, ...wishes, buys: true, first: '05:00', last: '21:30' }
    const { from: _from, to: _to, notify: _notify, ...terms } = draft
    expect(seed(pathOf(draft).split('?')[1] ?? '')).toMatchObject(terms)
  })

  it('begins with the wish of the page that led to it', () => {
    const wishes = wishesFor({ womenOnly: true })
    expect(wishesFor({})).toBeNull()
    const read = seed(`${places}&buys=1&wishes=${wishes}`)
    expect(read).toMatchObject({ womenOnly: true, verifiedOnly: false, notice: '180' })
    expect(read).toMatchObject({ first: '06:00', last: '20:00' })
  })

  it('has the wishes of a new form when those of the address are not valid', () => {
    const { notify: _notify, ...wishes } = NEW
    const read = seed(`${places}&buys=1&wishes=25:00-xx.5.atNight.all`)
    expect(read).toMatchObject({ ...wishes, first: '06:00', last: '20:00' })
  })

  it('boards until the last minute of its hours', () => {
    const wishes = { earliestMinute: 360, latestMinute: 1201, noticeMinutes: 180 }
    expect(listOf({ ...good, withChange: true })).toEqual({
      ...{ ...wishes, atNight: false, womenOnly: false, verifiedOnly: false, withChange: true },
      ...{ pets: false, wheelchair: false },
    })
    expect(listOf({ ...good, last: '23:59' }).latestMinute).toBe(1440)
  })
})

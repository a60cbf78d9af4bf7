import { beforeEach, expect, it } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { readHabits } from '#web/features/bookings/booking-habits.ts'
import { keepIntent, readIntent } from '#web/shared/bookings/paid-intent.ts'
import { keepPlace } from '#web/shared/bookings/seat-keeps/keep-place.ts'
import { readSavedTicket } from '#web/shared/bookings/tickets/saved-tickets.ts'
import { readSavedRunSheet, savedRunSheets } from '#web/shared/journeys/saved-run-sheets.ts'
import { paymentReturnTo } from '#web/shared/payments/payment-memory.ts'
import { recentSearches } from '#web/shared/search/recent-searches.ts'
import { confirmKey } from './confirm-key.ts'

beforeEach(() => stubStorage())

const kept = {
  ...{ id: 'k', tripId: 't', fromStopId: 't.0', toStopId: 't.1', seats: 1 },
  second: null,
}
const at = '2026-12-04T10:31:00.000Z'

it.each<[string, Storage['length'] | string, string, () => unknown, unknown]>([
  ['book-intent:t', 'session', '{"request":"{}"}', () => readIntent('t', 1), null],
  ['book-intent:t', 'session', '{"request":{},"at":1}', () => readIntent('t', 1), null],
  ['book-habits', 'local', '{"mode":"cash"}', readHabits, {}],
  ['book-habits', 'local', '{"points":{"11001":{"id":"p"}}}', readHabits, {}],
  ['ticket:b', 'local', '{"ownerId":"ana","booking":{}}', () => readSavedTicket('b', 'ana'), null],
  ['run-sheet:t', 'local', '{"ownerId":"ana","sheet":{}}', () => savedRunSheets('ana'), []],
  ['recent-searches', 'local', '{"from":1}', recentSearches, []],
  ['last_payment_return_to', 'local', '{"userId":"ana"}', () => paymentReturnTo('ana', null), null],
  ['seat-keep-place', 'local', '{"keepId":"k","address":1}', () => keepPlace(kept), /t\.0/],
  ['confirm:a', 'session', '{"body":"1","key":2}', () => confirmKey('a', 1), /-/],
])('reads nothing of another form from %s in %s storage: %s', (key, place, text, read, nothing) => {
  const storage = place === 'local' ? localStorage : sessionStorage
  storage.setItem(key, text)
  const value = read()
  if (nothing instanceof RegExp) expect(value).toMatch(nothing)
  else expect(value).toEqual(nothing)
})

it('reads what was confirmed before paying only for who confirmed it', () => {
  const signIn = (id: string) => localStorage.setItem('auth_user_id', id)
  signIn('ana')
  keepIntent('t', 'body', 1)
  expect(readIntent('t', 2)).toBe('body')
  signIn('luis')
  expect(readIntent('t', 2)).toBeNull()
  localStorage.removeItem('auth_user_id')
  expect(readIntent('t', 2)).toBeNull()
})

it('reads a run sheet whose stops have passengers', () => {
  const stop = { name: 'Ibagué', getsOn: [], getsOff: [] }
  const sheet = { tripId: 't', departsAt: at, startsUntil: at, asOf: at, stops: [stop] }
  for (const stops of [[stop], [{ name: 'Ibagué' }]]) {
    localStorage.setItem(
      'run-sheet:t',
      JSON.stringify({ ownerId: 'ana', sheet: { ...sheet, stops } }),
    )
    expect(savedRunSheets('ana', new Date(at))).toHaveLength(stops[0] === stop ? 1 : 0)
  }
})

it('deletes a run sheet, which has telephones, 48 hours after its trip when one is read', () => {
  const stops = [{ name: 'Ibagué', getsOn: [], getsOff: [] }]
  const sheet = { tripId: 't', departsAt: at, startsUntil: at, asOf: at, stops }
  localStorage.setItem('run-sheet:t', JSON.stringify({ ownerId: 'ana', sheet }))
  const later = (ms: number) => new Date(Date.parse(at) + 48 * 3_600_000 + ms)
  expect(savedRunSheets('ana', later(-1))).toHaveLength(1)
  expect(readSavedRunSheet('t', 'ana', later(0))).toBeNull()
  expect(localStorage.length).toBe(0)
})

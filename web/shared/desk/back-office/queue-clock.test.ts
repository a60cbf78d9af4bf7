import { expect, it } from 'vitest'
import { clockOf, isLate, span } from './queue-clock.ts'

const now = Date.parse('2026-11-27T15:00:00.000Z')
const after = (minutes: number) => new Date(now + minutes * 60_000).toISOString()

it.each([
  [0.5, 'menos de 1 min'],
  [45, '45 min'],
  [310, '5 h 10 min'],
  [1_440, '1 día'],
  [4_400, '3 días'],
])('formats %d minutes as %s', (minutes, text) => {
  expect(span(now, Date.parse(after(minutes)))).toBe(text)
})

it('shows a red clock when the due time has passed', () => {
  expect(clockOf(after(-90), now)).toEqual({ tone: 'err', text: '1 h 30 min tarde' })
  expect(clockOf(after(-5_800), now)?.text).toBe('4 días tarde')
  expect(clockOf(after(0), now)?.tone).toBe('err')
  expect(isLate({ dueAt: after(0) }, now)).toBe(true)
})

it('shows the time that is left, and warns in the last two hours', () => {
  expect(clockOf(after(120), now)).toEqual({ tone: 'warn', text: 'Quedan 2 h' })
  expect(clockOf(after(121), now)).toEqual({ tone: 'neutral', text: 'Quedan 2 h 1 min' })
  expect(clockOf(after(1_500), now)?.text).toBe('Queda 1 día')
  expect(isLate({ dueAt: after(1) }, now)).toBe(false)
})

it('shows no clock without a due time', () => {
  expect(clockOf(null, now)).toBeNull()
  expect(isLate({ dueAt: null }, now)).toBe(false)
})

it('says when a person who wrote departs, or was to depart', () => {
  expect(clockOf(after(109), now, 'travel')).toEqual({
    ...{ tone: 'urgent', text: 'Sale en 1 h 49 min' },
  })
  expect(clockOf(after(-5), now, 'travel')?.text).toBe('Salía hace 5 min')
})

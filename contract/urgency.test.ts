import { expect, it } from 'vitest'
import { byUrgency, isPressing, type Ranked, type Urgency, urgencyOfTicket } from './urgency.ts'

const NOW = Date.parse('2026-11-27T15:00:00.000Z')
const item = (urgency: Urgency, hours: number | null): Ranked => ({
  urgency,
  dueAt: hours === null ? null : new Date(NOW + hours * 3_600_000),
})

it('ranks danger first, then people who travel soon, however late the others are', () => {
  const ranked = [
    item('emergency', null),
    item('safety', -1),
    item('safety', 2),
    item('travel', -0.5),
    item('travel', 9),
    item('waiting', -96),
    item('waiting', 1),
    item('waiting', null),
  ]
  expect(ranked.toReversed().sort(byUrgency)).toEqual(ranked)
})

it('marks an item of the desk as pressing when it is urgent or late', () => {
  expect(isPressing(item('emergency', null), NOW)).toBe(true)
  expect(isPressing(item('safety', 2), NOW)).toBe(true)
  expect(isPressing(item('waiting', 0), NOW)).toBe(true)
  expect(isPressing(item('waiting', 1), NOW)).toBe(false)
  expect(isPressing(item('waiting', null), NOW)).toBe(false)
})

it('keeps a safety ticket among safety tickets also when its person travels soon', () => {
  expect(urgencyOfTicket('safety', new Date())).toBe('safety')
  expect(urgencyOfTicket('money', new Date())).toBe('travel')
  expect(urgencyOfTicket('money', null)).toBe('waiting')
})

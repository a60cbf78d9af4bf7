import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHoliday, weekdayOf } from '#contract/holidays.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from './clock.ts'
import { addOfficeMs, officeDay, officeMsBetween } from './office-hours.ts'

const bogota = (text: string) => new Date(`${text}:00-05:00`)

describe('48 hours of the office', () => {
  it.each([
    // 12 h a day from Monday to Friday: 48 h end on Thursday evening.
    ['a Monday morning', '2026-11-23T08:00', '2026-11-26T20:00'],
    // Friday 2 h, Saturday 8, Sunday 4, Monday to Wednesday 12 each is 50: 2 h less.
    ['a Friday evening', '2026-11-20T18:00', '2026-11-25T18:00'],
    // 8 December is a holiday: Monday 10 h, Wednesday 12, Thursday 12, Friday 12, Saturday 2.
    ['the day before a holiday', '2026-12-07T10:00', '2026-12-12T11:00'],
    // After closing time, counting starts at the next opening: Sunday at 10.
    ['a Saturday night', '2026-11-28T22:00', '2026-12-03T16:00'],
  ])('adds 48 office hours from %s', (_, from, until) => {
    expect(addOfficeMs(bogota(from), 48 * HOUR_MS)).toEqual(bogota(until))
  })

  it('has no office hours on holidays and short ones at the weekend', () => {
    expect(officeDay('2026-12-25')).toBeNull()
    expect(officeDay('2026-11-28')).toEqual({
      from: bogota('2026-11-28T09:00'),
      to: bogota('2026-11-28T17:00'),
    })
  })
})

const instants = fc
  .integer({ min: Date.parse('2025-01-01T00:00Z'), max: Date.parse('2032-01-01T00:00Z') })
  .map((ms) => new Date(ms))
const spans = fc.integer({ min: 1, max: 80 * HOUR_MS })

describe('for any instant', () => {
  it('ends a deadline in open hours, never on a holiday, and not before its start', () => {
    fc.assert(
      fc.property(instants, spans, (from, ms) => {
        const end = addOfficeMs(from, ms)
        const date = bogotaDate(end)
        const day = officeDay(date)
        expect(isHoliday(date)).toBe(false)
        expect(weekdayOf(date)).toBeGreaterThanOrEqual(1)
        expect(day && end >= day.from && end <= day.to).toBe(true)
        expect(end.getTime() - from.getTime()).toBeGreaterThanOrEqual(ms)
      }),
    )
  })

  it('measures as office time exactly the time that was added', () => {
    fc.assert(
      fc.property(instants, spans, (from, ms) => {
        expect(officeMsBetween(from, addOfficeMs(from, ms))).toBe(ms)
      }),
    )
  })

  it('adds office time in two parts like their sum, and keeps the order of starts', () => {
    fc.assert(
      fc.property(instants, spans, spans, (from, a, b) => {
        expect(addOfficeMs(addOfficeMs(from, a), b)).toEqual(addOfficeMs(from, a + b))
        const later = addMs(from, b % DAY_MS)
        expect(addOfficeMs(later, a) >= addOfficeMs(from, a)).toBe(true)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { easterOf, holidaysOf, isHoliday, weekdayOf } from './holidays.ts'

describe('holidays of Colombia', () => {
  it('computes the eighteen holidays of the official list of 2026', () => {
    expect([...holidaysOf(2026)].sort()).toEqual([
      '2026-01-01',
      '2026-01-12',
      '2026-03-23',
      '2026-04-02',
      '2026-04-03',
      '2026-05-01',
      '2026-05-18',
      '2026-06-08',
      '2026-06-15',
      '2026-06-29',
      '2026-07-20',
      '2026-08-07',
      '2026-08-17',
      '2026-10-12',
      '2026-11-02',
      '2026-11-16',
      '2026-12-08',
      '2026-12-25',
    ])
  })

  it('computes 17 holidays in 2025, because two fall on 30 June', () => {
    expect(holidaysOf(2025)).toHaveLength(17)
    expect(isHoliday('2025-06-30')).toBe(true)
  })

  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
  ])('computes Easter Sunday of %i', (year, date) => expect(easterOf(year)).toBe(date))

  it('computes at least nine holidays on Mondays in every year from 2024 to 2059', () => {
    for (let year = 2024; year < 2060; year += 1) {
      const mondays = [...holidaysOf(year)].filter((date) => weekdayOf(date) === 1)
      expect(mondays.length, String(year)).toBeGreaterThanOrEqual(9)
    }
  })
})

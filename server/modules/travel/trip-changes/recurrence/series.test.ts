import { describe, expect, it } from 'vitest'
import type { PublishTrip } from '#server/modules/travel/trips/index.ts'
import { datePlus, datesDue, departureOn, seriesOf, tripOn, weekdayOf } from './series.ts'

// 20 November 2026 is a Friday.
const NOW = new Date('2026-11-20T08:00:00-05:00')

const trip: PublishTrip = {
  vehicleId: '01890000-0000-7000-8000-000000000001',
  stops: [
    { placeId: '11001', via: false },
    { placeId: '73001', via: false },
  ],
  departsAt: '2026-11-23T23:30:00-05:00',
  seats: 3,
  seatPrice: 40_000,
  paymentModes: ['billetera'],
  instant: true,
  enRoutePickups: true,
}

const every = { departsMinute: 330, startsOn: '2026-11-01', until: null }

describe('the dates of a weekly series', () => {
  it('lists the weekdays of a series up to thirty days ahead', () => {
    const dates = datesDue({ ...every, weekdays: [1, 7] }, NOW)
    expect(dates[0]).toBe('2026-11-22')
    expect(dates.at(-1)).toBe('2026-12-20')
    expect(dates).toHaveLength(9)
    expect(datesDue({ ...every, weekdays: [1, 2, 3, 4, 5, 6, 7] }, NOW)).toHaveLength(30)
  })

  it('leaves out today only when the departure of the series has passed', () => {
    const friday = { ...every, weekdays: [5] }
    expect(datesDue({ ...friday, departsMinute: 480 }, NOW)[0]).toBe('2026-11-27')
    expect(datesDue({ ...friday, departsMinute: 481 }, NOW)[0]).toBe('2026-11-20')
  })

  it('lists only dates between the first and the last day of a series', () => {
    const daily = { ...every, weekdays: [1, 2, 3, 4, 5, 6, 7] }
    const dates = datesDue({ ...daily, startsOn: '2026-11-25', until: '2026-11-27' }, NOW)
    expect(dates).toEqual(['2026-11-25', '2026-11-26', '2026-11-27'])
    expect(datesDue({ ...daily, startsOn: '2027-01-10' }, NOW)).toEqual([])
  })
})

describe('calendar dates of a series', () => {
  it('counts Monday as 1 and Sunday as 7, and adds days across months and years', () => {
    expect(['2026-11-23', '2026-11-29'].map(weekdayOf)).toEqual([1, 7])
    expect(datePlus('2027-12-31', 1)).toBe('2028-01-01')
    expect(datePlus('2028-02-28', 1)).toBe('2028-02-29')
  })
})

describe('one day of a weekly series', () => {
  it('repeats the trip at its time in Bogotá, also when that is the next day in UTC', () => {
    const series = seriesOf(trip)
    expect(series).toMatchObject({ startsOn: '2026-11-23', departsMinute: 1_410 })
    expect(departureOn(series, '2026-11-30')).toEqual(new Date('2026-11-30T23:30:00-05:00'))
    const { departsAt, ...rest } = tripOn(series, '2026-11-23')
    const { departsAt: asked, ...same } = trip
    expect(rest).toEqual(same)
    expect(new Date(departsAt)).toEqual(new Date(asked))
  })

  it('keeps the time between departure and return of a repeated trip', () => {
    const back = { departsAt: '2026-11-25T06:00:00-05:00', seatPrice: 41_000 }
    const series = seriesOf({ ...trip, returnTrip: back })
    expect(tripOn(series, '2026-11-30').returnTrip).toEqual({
      departsAt: new Date('2026-12-02T06:00:00-05:00').toISOString(),
      seatPrice: 41_000,
    })
  })
})

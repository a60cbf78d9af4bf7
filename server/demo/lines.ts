// Timetable of the demonstration drivers: every popular route has trips on every day.
import { bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { carlos, type DemoDriver, fleetDriver } from './people.ts'

type Line = {
  /** DIVIPOLA codes of the declared stops. */
  stops: readonly string[]
  /**
   * Departure hours in Bogotá; the last is in the evening, so that today has trips for long. On the
   * first line it is the last before midnight.
   */
  hours: readonly number[]
  /** Hours until the return trip on the same day; without it the return is on the next day. */
  backAfter?: number
}

/** Each line, and each part of it, has at least six trips a day in both directions. */
export const lines: readonly Line[] = [
  {
    stops: ['11001', '25307', '73001', '63001', '76001'],
    hours: [5, 6, 7.5, 10, 13, 18.5, 21, 23.75],
  },
  { stops: ['11001', '50001'], hours: [5, 6.5, 8, 11, 14, 18], backAfter: 4.5 },
  { stops: ['11001', '15001', '68001'], hours: [4.5, 6, 8, 10, 13, 18] },
  { stops: ['11001', '05001'], hours: [5, 6, 7, 9.5, 13, 18.5] },
  { stops: ['11001', '25307', '41001'], hours: [5, 6.5, 8.5, 11, 14, 18.5] },
  { stops: ['11001', '17001', '66001'], hours: [5.5, 6.5, 8, 10.5, 13, 18] },
  { stops: ['05001', '17001', '66001', '76001'], hours: [5, 6, 7.5, 10, 12.5, 18] },
  { stops: ['13001', '08001', '47001'], hours: [4.5, 6, 7.5, 9, 12, 16.5], backAfter: 5.5 },
]

/** Ends of the line with the most trips, which can lack one of a day. */
export const BUSY_ENDS = ['11001', '76001'] as const

/** Number of drivers: at most ten trips a week, since from 12 the conduct rules report piracy. */
function crewOf({ hours, backAfter }: Line): number {
  return backAfter === undefined ? 2 * hours.length : Math.ceil(hours.length * 1.5)
}

const crews = lines.map((line, row) => {
  const before = lines.slice(0, row).reduce((sum, each) => sum + crewOf(each), 0)
  return Array.from({ length: crewOf(line) }, (_, seat) => fleetDriver(before + seat))
})
/** The driver whose account is printed, who has no line, and all who have one. */
export const drivers: readonly DemoDriver[] = [carlos, ...crews.flat()]

export type Drive = { who: DemoDriver; stops: readonly string[]; departsAt: Date }

/** Lists the drives of a date in Bogotá, by departure. */
function drivesOn(date: string): Drive[] {
  const midnight = startOfBogotaDate(date).getTime()
  const day = Math.floor(midnight / DAY_MS)
  const drives = lines.flatMap(({ stops, hours, backAfter }, row) => {
    const crew = crews[row] ?? []
    const drive = (seat: number, outward: boolean, hour: number): Drive[] => {
      const who = crew[seat % crew.length]
      const departsAt = new Date(midnight + hour * HOUR_MS)
      return who ? [{ who, stops: outward ? stops : stops.toReversed(), departsAt }] : []
    }
    return hours.flatMap((hour, slot) => {
      if (backAfter === undefined) {
        return [slot, slot + hours.length].flatMap((seat, group) =>
          drive(seat, (day + group) % 2 === 0, hour),
        )
      }
      const seat = day * hours.length + slot
      return [...drive(seat, true, hour), ...drive(seat, false, hour + backAfter)]
    })
  })
  return drives.sort((a, b) => a.departsAt.getTime() - b.departsAt.getTime())
}

/** Stops of the printed driver's trips. */
export const WAY = ['11001', '25307', '73001'] as const

/**
 * Lists the printed driver's commute on a date: to Ibagué on one weekday, home on another. Neither
 * is `today` or the day after, when a trip that leaves soon must fit in.
 */
function commutesOn(date: string, today: number): Drive[] {
  const [out, ...later] = [1, 2, 3, 4, 5].filter((day) => day !== today && day !== (today + 1) % 7)
  const drive = { [out ?? 1]: [WAY, 5.5], [later.at(-1) ?? 5]: [WAY.toReversed(), 17] } as const
  const weekday = weekdayOf(date)
  const [stops, hour] = drive[weekday] ?? []
  if (!stops || hour === undefined) return []
  return [
    { who: carlos, stops, departsAt: new Date(startOfBogotaDate(date).getTime() + hour * HOUR_MS) },
  ]
}

/** Returns the weekday of a date, Sunday 0. */
export const weekdayOf = (date: string) => new Date(date).getUTCDay()

function between(now: Date, [first, last]: [number, number], on: (date: string) => Drive[]) {
  return Array.from({ length: last - first + 1 }, (_, day) =>
    on(bogotaDate(new Date(now.getTime() + (first + day) * DAY_MS))),
  ).flat()
}

/** Lists the drives from day `first` to day `last`, counted from the date of `now`. */
export function drivesBetween(now: Date, first: number, last: number): Drive[] {
  return between(now, [first, last], drivesOn)
}

/** Lists the printed driver's drives in the same way. */
export function commutesBetween(now: Date, first: number, last: number): Drive[] {
  const today = weekdayOf(bogotaDate(now))
  return between(now, [first, last], (date) => commutesOn(date, today))
}

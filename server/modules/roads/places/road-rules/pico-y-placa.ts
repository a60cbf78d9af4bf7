// Hours in which a plate may not drive in Bogotá or enter it. The rule only warns: the driver may
// have an exemption, and the city can change the rule overnight.
import { addMs, bogotaDate, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { isHoliday, weekdayOf } from '#server/platform/holidays.ts'

const BOGOTA = '11001'

/** Our estimate of the time to cross the city to or from its edge. */
const CROSSING_MS = HOUR_MS

type Window = {
  fromHour: number
  toHour: number
  /** Last digits of the plates that may not drive in this window. */
  digits: string
}

type Rule = {
  /** First day in force, YYYY-MM-DD, included, as is the last one. */
  from: string
  to: string | null
  source: string
}

/** Rules of working days; an odd date and an even date restrict different digits. */
const DAILY: (Rule & { odd: Window; even: Window })[] = [
  {
    from: '2023-01-10',
    to: null,
    source: 'bogota.gov.co, pico y placa para vehículos particulares',
    odd: { fromHour: 6, toHour: 21, digits: '67890' },
    even: { fromHour: 6, toHour: 21, digits: '12345' },
  },
]

/** Rules of holiday Mondays, for cars that enter the city by any of its nine roads. */
const REGIONAL: (Rule & { windows: Window[] })[] = [
  {
    from: '2023-01-10',
    to: null,
    source: 'bogota.gov.co, pico y placa regional',
    windows: [
      { fromHour: 12, toHour: 16, digits: '13579' },
      { fromHour: 16, toHour: 20, digits: '02468' },
    ],
  },
]

export type PlateRule = Rule & {
  kind: 'daily' | 'regional'
  windows: (Window & { on: 'odd' | 'even' | 'any' })[]
}

/** Lists every rule with its days and source, for the team. */
export function plateRules(): PlateRule[] {
  return [
    ...DAILY.map(({ odd, even, ...rule }): PlateRule => {
      const windows = [
        { on: 'odd' as const, ...odd },
        { on: 'even' as const, ...even },
      ]
      return { kind: 'daily', ...rule, windows }
    }),
    ...REGIONAL.map(({ windows, ...rule }): PlateRule => {
      const all = windows.map((window) => ({ on: 'any' as const, ...window }))
      return { kind: 'regional', ...rule, windows: all }
    }),
  ]
}

export type PlateWarning = {
  kind: 'daily' | 'regional'
  /** Calendar date in Bogotá, YYYY-MM-DD. */
  date: string
  fromHour: number
  toHour: number
  /** Last digits that may not drive in this window, in order. */
  digits: string
}

type Passing = { placeId: string; at: Date }

/** Finds the restrictions that apply to a drive through these places when it passes Bogotá. */
export function picoYPlaca(plate: string, places: readonly Passing[]): PlateWarning[] {
  const seq = places.findIndex((place) => place.placeId === BOGOTA)
  const bogota = places[seq]
  const digit = plate.slice(-1)
  if (!bogota || !/^\d$/.test(digit)) return []
  const arrives = seq > 0
  const since = arrives ? addMs(bogota.at, -CROSSING_MS) : bogota.at
  const until = seq < places.length - 1 ? addMs(bogota.at, CROSSING_MS) : bogota.at
  // Around midnight a drive can be in the city on two dates.
  const dates = new Set([since, until].map(bogotaDate))
  return [...dates].flatMap((date) => {
    const windows = [...dailyOn(date), ...(arrives ? regionalOn(date) : [])]
    return windows.filter((window) => {
      // The regional rule restricts entering the city, not driving inside it.
      const end = window.kind === 'regional' ? bogota.at : until
      return window.digits.includes(digit) && overlaps(window, since, end)
    })
  })
}

function dailyOn(date: string): PlateWarning[] {
  if (weekdayOf(date) > 5 || isHoliday(date)) return []
  const isOdd = Number(date.slice(-2)) % 2 === 1
  return inForce(DAILY, date).map(({ odd, even }) => {
    return { kind: 'daily', date, ...(isOdd ? odd : even) }
  })
}

function regionalOn(date: string): PlateWarning[] {
  if (weekdayOf(date) !== 1 || !isHoliday(date)) return []
  return inForce(REGIONAL, date).flatMap(({ windows }) =>
    windows.map((window): PlateWarning => ({ kind: 'regional', date, ...window })),
  )
}

function inForce<R extends Rule>(rules: readonly R[], date: string): R[] {
  return rules.filter((rule) => rule.from <= date && (rule.to === null || date <= rule.to))
}

/** Tells whether the drive touches the window; the end of the window is excluded. */
function overlaps(window: PlateWarning, since: Date, until: Date): boolean {
  const midnight = startOfBogotaDate(window.date)
  const [from, to] = [window.fromHour, window.toHour].map((hour) => addMs(midnight, hour * HOUR_MS))
  return from !== undefined && to !== undefined && since < to && until >= from
}

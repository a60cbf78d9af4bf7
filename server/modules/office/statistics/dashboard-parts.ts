// Converts daily figures to the parts of the dashboard.
import type { Dashboard } from '#contract/statistics.ts'
import { daysAfter } from '#server/platform/clock.ts'
import type { Figure } from './count-days.queries.ts'
import type { Metric } from './metrics.ts'

/** Figures of the days from `since` to `until`, and of the same number of days before. */
export type Span = { since: string; until: string; figures: readonly Figure[] }

function datesOf({ since, until }: Span): string[] {
  const dates: string[] = []
  for (let date = since; date <= until; date = daysAfter(date, 1)) dates.push(date)
  return dates
}

/** Returns a lookup of values by metric and day; 0 without a figure. */
function byDay(figures: readonly Figure[]): (metric: Metric, day: string) => number {
  const values = new Map<string, number>()
  for (const { metric, day, value } of figures) {
    const place = `${metric} ${day}`
    values.set(place, (values.get(place) ?? 0) + value)
  }
  return (metric, day) => values.get(`${metric} ${day}`) ?? 0
}

/** Computes a number for each named metric. */
function numbers<T extends Record<string, Metric>>(names: T, of: (metric: Metric) => number) {
  const found = Object.entries(names).map(([name, metric]) => [name, of(metric)])
  return Object.fromEntries(found) as { [K in keyof T]: number }
}

/** Sums metrics over the period and over the previous period. */
function sums<T extends Record<string, Metric>>(span: Span, names: T) {
  const sumOf = (isIn: (day: string) => boolean) =>
    numbers(names, (metric) =>
      span.figures
        .filter((figure) => figure.metric === metric && isIn(figure.day))
        .reduce((sum, { value }) => sum + value, 0),
    )
  return { current: sumOf((day) => day >= span.since), before: sumOf((day) => day < span.since) }
}

const TRIPS = {
  published: 'trips_published',
  completed: 'trips_completed',
  seatsOffered: 'seats_offered',
  seatsSold: 'seats_sold',
  seatsTravelled: 'seats_travelled',
} as const

export function tripsOf(span: Span): Dashboard['trips'] {
  const figure = byDay(span.figures)
  return {
    ...sums(span, TRIPS),
    byDay: datesOf(span).map((date) => {
      return { date, ...numbers(TRIPS, (metric) => figure(metric, date)) }
    }),
  }
}

const PAID = {
  credited: 'topups',
  pesos: 'topup_pesos',
  declined: 'topups_declined',
  fares: 'fare_pesos',
  commission: 'commission_pesos',
  payouts: 'payout_pesos',
} as const
const STATE = {
  free: 'money_free',
  held: 'money_held',
  owed: 'money_owed',
  unplaced: 'money_unplaced',
  inBank: 'money_in_bank',
} as const
type State = Record<keyof typeof STATE, number>

const shown = ({ free, held, owed, unplaced, inBank }: State) => {
  return { free, held, owed, float: free + held + unplaced, inBank }
}

const added = (state: State, changes: State): State => {
  const names = Object.keys(STATE) as (keyof State)[]
  return Object.fromEntries(names.map((name) => [name, state[name] + changes[name]])) as State
}

/** Computes the money part. `before`: sums of the money changes before both periods. */
export function moneyOf(
  span: Span,
  before: readonly { metric: string; value: number }[],
): Omit<NonNullable<Dashboard['money']>, 'due' | 'compared' | 'texts'> {
  const figure = byDay(span.figures)
  const start = sums(span, STATE).before
  const first = (metric: Metric) => before.find((sum) => sum.metric === metric)?.value ?? 0
  let now = added(start, numbers(STATE, first))
  const days = datesOf(span).map((date) => {
    const of = (metric: Metric) => figure(metric, date)
    now = added(now, numbers(STATE, of))
    return { date, ...numbers(PAID, of), ...shown(now) }
  })
  return { ...sums(span, PAID), now: shown(now), byDay: days }
}

/** Drivers asked to publish again, and the control group, whose 7 days ended in the period. */
export function nudgesOf(span: Span): Dashboard['nudges'] {
  const { current } = sums(span, {
    told: 'nudge_told',
    toldPublished: 'nudge_told_published',
    control: 'nudge_control',
    controlPublished: 'nudge_control_published',
  })
  return current
}

/** Seats that lists bought, and what happened to seats that people gave back, in the period. */
export function listsOf(span: Span): Dashboard['lists'] {
  const { current } = sums(span, {
    bought: 'list_bought',
    passedOver: 'list_passed_over',
    jumped: 'list_jumped',
    givenBack: 'seats_given_back',
    resold: 'seats_resold',
  })
  return current
}

export function funnelOf(span: Span): Dashboard['funnel'] {
  return sums(span, {
    signedUp: 'people_signed_up',
    phone: 'people_phone',
    verified: 'people_verified',
    toppedUp: 'people_topped_up',
    tookPart: 'people_took_part',
    travelled: 'people_travelled',
  })
}

/** Nearest-rank percentile of minutes, given the count of each rounded time. */
function percentile(counts: readonly (readonly [number, number])[], share: number): number | null {
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [minutes, count] of counts) {
    seen += count
    if (seen >= share * all) return minutes
  }
  return null
}

function timesIn(figures: readonly Figure[]): Dashboard['times']['support']['current'] {
  const counts = new Map<number, number>()
  for (const { key, value } of figures) {
    counts.set(Number(key), (counts.get(Number(key)) ?? 0) + value)
  }
  const sorted = [...counts].sort(([a], [b]) => a - b)
  return {
    answered: sorted.reduce((sum, [, count]) => sum + count, 0),
    medianMinutes: percentile(sorted, 0.5),
    p90Minutes: percentile(sorted, 0.9),
  }
}

export function timesOf({ since, figures }: Span): Dashboard['times'] {
  const both = (metric: Metric) => {
    const of = figures.filter((figure) => figure.metric === metric)
    return {
      current: timesIn(of.filter(({ day }) => day >= since)),
      before: timesIn(of.filter(({ day }) => day < since)),
    }
  }
  return {
    verification: both('verification_minutes'),
    support: both('support_minutes'),
    safety: both('safety_minutes'),
  }
}

export type Pair = { from: string; to: string; values: number[] }

/** Lists pairs of places with their sums of these metrics, the largest total first. */
export function pairsOf(
  figures: readonly Pick<Figure, 'metric' | 'key' | 'value'>[],
  metrics: readonly Metric[],
  limit: number,
): Pair[] {
  const names: readonly string[] = metrics
  const found = new Map<string, number[]>()
  for (const { metric, key, value } of figures) {
    const at = names.indexOf(metric)
    if (at < 0) continue
    const values = found.get(key) ?? metrics.map(() => 0)
    values[at] = (values[at] ?? 0) + value
    found.set(key, values)
  }
  const total = ({ values }: Pair) => values.reduce((sum, value) => sum + value, 0)
  return [...found]
    .map(([key, values]) => {
      const [from = '', to = ''] = key.split('>')
      return { from, to, values }
    })
    .sort((a, b) => total(b) - total(a))
    .slice(0, limit)
}

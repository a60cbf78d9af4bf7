import type { z } from 'zod'
import { DayPart, type SearchCounts, SearchFilter, type search } from '#contract/search.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Choice, ChoiceCounts } from './choice.queries.ts'
import { type Circles, countAround, countBetween, type Ends } from './search.queries.ts'

const LIMITS_MAX = 6

/** Reads filters and order from the query of a search. */
export function choiceOf(query: z.output<typeof search.trips.query>, now: Date): Choice {
  const { filters = [], hours = [], maxPrice = null, sort = 'departure' } = query
  return { filters, hours, maxPrice, sort, now }
}

/** Counts the trips that each choice would leave, also around the places when they are few. */
export async function countEach(
  { db }: Pick<Deps, 'db'>,
  where: { ends: Ends; circles: Circles | null },
  choice: Choice,
): Promise<SearchCounts> {
  const between = await countBetween(db, where.ends, choice)
  const around = where.circles ? [await countAround(db, where.circles, choice)] : []
  return presentCounts([between, ...around])
}

/** Returns counts of zero for every choice. */
export function noCounts(): SearchCounts {
  return presentCounts([])
}

function presentCounts(parts: ChoiceCounts[]): SearchCounts {
  const sum = (key: 'filters' | 'hours', at: number) =>
    parts.reduce((all, part) => all + (part[key][at] ?? 0), 0)
  const named = <K extends string>(names: readonly K[], key: 'filters' | 'hours') =>
    Object.fromEntries(names.map((name, at) => [name, sum(key, at)])) as Record<K, number>
  return {
    filters: named(SearchFilter.options, 'filters'),
    hours: named(DayPart.options, 'hours'),
    maxPrices: priceLimits(parts.flatMap((part) => part.price_steps)),
  }
}

/** Picks a few price steps as limits, without the highest, which excludes no trip. */
export function priceLimits(steps: readonly number[]): number[] {
  const limits = [...new Set(steps)].sort((a, b) => a - b).slice(0, -1)
  const every = Math.ceil(limits.length / LIMITS_MAX)
  return limits.filter((_, i) => i % every === 0)
}

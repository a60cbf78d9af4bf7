import type { SearchResult } from '#contract/search.ts'

export type SearchQuery = { from: string; to: string; date: string; seats: number }

export const sortKeys = ['salida', 'precio', 'duracion'] as const
export type SortKey = (typeof sortKeys)[number]

export const filterKeys = ['inmediata', 'mascotas', 'mujeres'] as const
export type FilterKey = (typeof filterKeys)[number]

export type View = { sort: SortKey; filters: readonly FilterKey[] }

const PLACE = /^\d{5}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day of the calendar, not only something that looks like one. */
function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text))
}

/**
 * What is searched, from the address: DIVIPOLA codes, day in Bogotá (absent or wrong = `today`),
 * seats 1–4. Null while origin or destination is missing.
 */
export function readSearch(params: URLSearchParams, today: string): SearchQuery | null {
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  if (!PLACE.test(from) || !PLACE.test(to)) return null
  const date = params.get('date') ?? ''
  const seats = Number(params.get('seats') ?? 1)
  return {
    from,
    to,
    date: isDay(date) ? date : today,
    seats: Number.isInteger(seats) && seats >= 1 && seats <= 4 ? seats : 1,
  }
}

/** How the results are shown, from the address. */
export function readView(params: URLSearchParams): View {
  const sort = sortKeys.find((key) => key === params.get('orden')) ?? 'salida'
  const wanted = params.get('filtros')?.split(',') ?? []
  return { sort, filters: filterKeys.filter((key) => wanted.includes(key)) }
}

const passes: Record<FilterKey, (result: SearchResult) => boolean> = {
  inmediata: (result) => !result.needsApproval,
  mascotas: (result) => result.pets,
  mujeres: (result) => result.womenOnly,
}

/** How many results a filter would leave. */
export function countPassing(results: readonly SearchResult[], key: FilterKey): number {
  return results.filter(passes[key]).length
}

function minutes(result: SearchResult): number {
  return (Date.parse(result.arrivesAt) - Date.parse(result.departsAt)) / 60_000
}

const orders: Record<SortKey, (a: SearchResult, b: SearchResult) => number> = {
  salida: (a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt),
  precio: (a, b) => a.price - b.price,
  duracion: (a, b) => minutes(a) - minutes(b),
}

/** The results that pass every filter, in the order asked for; equal ones leave earlier first. */
export function applyView(results: readonly SearchResult[], view: View): SearchResult[] {
  return results
    .filter((result) => view.filters.every((key) => passes[key](result)))
    .sort((a, b) => orders[view.sort](a, b) || orders.salida(a, b))
}

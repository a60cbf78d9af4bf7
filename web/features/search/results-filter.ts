import type { SearchResult } from '#contract/search.ts'
import { type DayPartKey, dayPartKeys, dayPartOf } from './group-results.ts'

export const sortKeys = ['salida', 'precio', 'duracion', 'cercania'] as const
export type SortKey = (typeof sortKeys)[number]

export const filterKeys = [
  'inmediata',
  'verificado',
  'mujeres',
  'mascotas',
  'billetera',
  'directo',
] as const
export type FilterKey = (typeof filterKeys)[number]

export type View = {
  sort: SortKey
  filters: readonly FilterKey[]
  /** Parts of the day to leave in; none chosen = any. */
  hours: readonly DayPartKey[]
  /** Pesos of one seat; null = any. */
  maxPrice: number | null
}

/** Words of the address that say how the results are shown. */
const VIEW_PARAMS = ['orden', 'filtros', 'hora', 'precio'] as const
const PRICE = /^[1-9]\d{2,8}$/

/** How the results are shown, from the address; what it does not know is left out. */
export function readView(params: URLSearchParams): View {
  const list = (name: string) => params.get(name)?.split(',') ?? []
  const price = params.get('precio') ?? ''
  return {
    sort: sortKeys.find((key) => key === params.get('orden')) ?? 'salida',
    filters: filterKeys.filter((key) => list('filtros').includes(key)),
    hours: dayPartKeys.filter((key) => list('hora').includes(key)),
    maxPrice: PRICE.test(price) ? Number(price) : null,
  }
}

/** The address with this view in it, and nothing for what is not asked. */
export function writeView(before: URLSearchParams, view: View): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const name of VIEW_PARAMS) after.delete(name)
  if (view.sort !== 'salida') after.set('orden', view.sort)
  if (view.filters.length > 0) after.set('filtros', view.filters.join(','))
  if (view.hours.length > 0) after.set('hora', view.hours.join(','))
  if (view.maxPrice !== null) after.set('precio', String(view.maxPrice))
  return after
}

export const noFilters = { filters: [], hours: [], maxPrice: null } as const

/** How many things the view leaves results out by. */
export function countFilters({ filters, hours, maxPrice }: View): number {
  return filters.length + hours.length + (maxPrice === null ? 0 : 1)
}

const passes: Record<FilterKey, (result: SearchResult) => boolean> = {
  inmediata: (result) => !result.needsApproval,
  verificado: (result) => result.driver.verified,
  mujeres: (result) => result.womenOnly,
  mascotas: (result) => result.pets,
  billetera: (result) => result.paymentModes.includes('billetera'),
  directo: (result) => result.paymentModes.includes('directo'),
}

function minutes(result: SearchResult): number {
  return (Date.parse(result.arrivesAt) - Date.parse(result.departsAt)) / 60_000
}

const orders: Record<SortKey, (a: SearchResult, b: SearchResult) => number> = {
  salida: (a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt),
  precio: (a, b) => a.price - b.price,
  duracion: (a, b) => minutes(a) - minutes(b),
  cercania: (a, b) => (a.awayKm ?? 0) - (b.awayKm ?? 0),
}

/** The results that pass every filter, in the order asked for; equal ones leave earlier first. */
export function applyView(results: readonly SearchResult[], view: View): SearchResult[] {
  const { filters, hours, maxPrice } = view
  return results
    .filter(
      (result) =>
        filters.every((key) => passes[key](result)) &&
        (hours.length === 0 || hours.includes(dayPartOf(result.departsAt))) &&
        (maxPrice === null || result.price <= maxPrice),
    )
    .sort((a, b) => orders[view.sort](a, b) || orders.salida(a, b))
}

/** How many of the results a change of the view would leave. */
export function countWith(
  results: readonly SearchResult[],
  view: View,
  change: Partial<View>,
): number {
  return applyView(results, { ...view, ...change }).length
}

const PRICE_STEP = 5_000
const PRICES_MAX = 6

/** Limits worth choosing: whole five thousands that leave out some results but not all. */
export function priceLimits(results: readonly SearchResult[]): number[] {
  const up = results.map(({ price }) => Math.ceil(price / PRICE_STEP) * PRICE_STEP)
  const limits = [...new Set(up)].sort((a, b) => a - b).slice(0, -1)
  const every = Math.ceil(limits.length / PRICES_MAX)
  return limits.filter((_, i) => i % every === 0)
}

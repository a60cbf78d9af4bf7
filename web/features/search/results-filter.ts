import type { SearchFilter, SearchSort } from '#contract/search.ts'
import { type DayPartKey, dayPartKeys, dayParts } from './group-results.ts'
import type { SearchQuery } from './search-query.ts'

/** A choice by its value in the query string of the page: value of the API, and words. */
type Choice<Api> = { api: Api; words: string }
const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T)[]

export const sorts = {
  salida: { api: 'departure', words: 'Salen primero' },
  precio: { api: 'price', words: 'Menor precio' },
  duracion: { api: 'duration', words: 'Menor duración' },
  nota: { api: 'rating', words: 'Mejor calificados' },
  cercania: { api: 'nearness', words: 'Más cerca' },
} as const satisfies Record<string, Choice<SearchSort>>
type SortKey = keyof typeof sorts
export const sortKeys = keysOf(sorts)

export const filters = {
  inmediata: { api: 'instant', words: 'Reserva inmediata' },
  verificado: { api: 'verified', words: 'Conductor verificado' },
  mujeres: { api: 'womenOnly', words: 'Solo mujeres' },
  mascotas: { api: 'pets', words: 'Acepta mascotas' },
  equipaje: { api: 'luggage', words: 'Maleta grande' },
  dosatras: { api: 'twoInBack', words: 'Máximo dos atrás' },
  billetera: { api: 'billetera', words: 'Pago con billetera' },
  directo: { api: 'directo', words: 'Pago directo al conductor' },
  silladeruedas: { api: 'wheelchair', words: 'Cabe silla de ruedas' },
  sillaninos: { api: 'childSeat', words: 'Silla para niños' },
} as const satisfies Record<string, Choice<SearchFilter>>
export type FilterKey = keyof typeof filters
export const filterKeys = keysOf(filters)

export type View = {
  sort: SortKey
  filters: readonly FilterKey[]
  /** Parts of the day for the departure; empty = any. */
  hours: readonly DayPartKey[]
  /** Maximum price of a seat in pesos; null = any. */
  maxPrice: number | null
  /** Whether results are shown on a map instead of in a list. */
  map: boolean
}

/** Query of the API call. It does not depend on list or map. */
export function askedOf(query: SearchQuery, { filters: chosen, hours, maxPrice, sort }: View) {
  return {
    ...query,
    ...(chosen.length > 0 ? { filters: chosen.map((key) => filters[key].api).join(',') } : {}),
    ...(hours.length > 0 ? { hours: hours.map((key) => dayParts[key].api).join(',') } : {}),
    ...(maxPrice === null ? {} : { maxPrice }),
    ...(sort === 'salida' ? {} : { sort: sorts[sort].api }),
  }
}
export type Asked = ReturnType<typeof askedOf>

/** Query parameters of the results view: order, filters, hour, price, list or map. */
const VIEW_PARAMS = ['orden', 'filtros', 'hora', 'precio', 'vista'] as const
const PRICE = /^[1-9]\d{2,8}$/

/** Parses the results view from the query string; unknown values are ignored. */
export function readView(params: URLSearchParams): View {
  const list = (name: string) => params.get(name)?.split(',') ?? []
  const price = params.get('precio') ?? ''
  return {
    sort: sortKeys.find((key) => key === params.get('orden')) ?? 'salida',
    filters: filterKeys.filter((key) => list('filtros').includes(key)),
    hours: dayPartKeys.filter((key) => list('hora').includes(key)),
    maxPrice: PRICE.test(price) ? Number(price) : null,
    map: params.get('vista') === 'mapa',
  }
}

/** Writes the view to the query string; default values are omitted. */
export function writeView(before: URLSearchParams, view: View): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const name of VIEW_PARAMS) after.delete(name)
  if (view.sort !== 'salida') after.set('orden', view.sort)
  if (view.filters.length > 0) after.set('filtros', view.filters.join(','))
  if (view.hours.length > 0) after.set('hora', view.hours.join(','))
  if (view.maxPrice !== null) after.set('precio', String(view.maxPrice))
  if (view.map) after.set('vista', 'mapa')
  return after
}

export const noFilters = { filters: [], hours: [], maxPrice: null } as const

export function countFilters({ filters, hours, maxPrice }: View): number {
  return filters.length + hours.length + (maxPrice === null ? 0 : 1)
}

import type { DayPart, SearchFilter, SearchSort } from '#contract/search.ts'
import { type DayPartKey, dayPartKeys } from './group-results.ts'
import type { SearchQuery } from './search-query.ts'

const sortKeys = ['salida', 'precio', 'duracion', 'nota', 'cercania'] as const
export type SortKey = (typeof sortKeys)[number]

export const filterKeys = [
  'inmediata',
  'verificado',
  'mujeres',
  'mascotas',
  'equipaje',
  'dosatras',
  'billetera',
  'directo',
  'silladeruedas',
  'sillaninos',
] as const
export type FilterKey = (typeof filterKeys)[number]

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

/** API value of each filter value in the query string. */
export const apiFilters: Record<FilterKey, SearchFilter> = {
  inmediata: 'instant',
  verificado: 'verified',
  mujeres: 'womenOnly',
  mascotas: 'pets',
  equipaje: 'luggage',
  dosatras: 'twoInBack',
  billetera: 'billetera',
  directo: 'directo',
  silladeruedas: 'wheelchair',
  sillaninos: 'childSeat',
}
export const apiHours: Record<DayPartKey, DayPart> = {
  madrugada: 'dawn',
  manana: 'morning',
  tarde: 'afternoon',
  noche: 'night',
}
const apiSorts: Record<SortKey, SearchSort> = {
  salida: 'departure',
  precio: 'price',
  duracion: 'duration',
  nota: 'rating',
  cercania: 'nearness',
}

/** Query of the API call. It does not depend on list or map. */
export function askedOf(query: SearchQuery, { filters, hours, maxPrice, sort }: View) {
  return {
    ...query,
    ...(filters.length > 0 ? { filters: filters.map((key) => apiFilters[key]).join(',') } : {}),
    ...(hours.length > 0 ? { hours: hours.map((key) => apiHours[key]).join(',') } : {}),
    ...(maxPrice === null ? {} : { maxPrice }),
    ...(sort === 'salida' ? {} : { sort: apiSorts[sort] }),
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

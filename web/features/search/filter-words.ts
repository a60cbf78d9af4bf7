import { pesos } from '#web/lib/format.ts'
import { dayParts } from './group-results.ts'
import type { FilterKey, View } from './results-filter.ts'

export const filterWords: Record<FilterKey, string> = {
  inmediata: 'Reserva inmediata',
  verificado: 'Conductor verificado',
  mujeres: 'Solo mujeres',
  mascotas: 'Acepta mascotas',
  equipaje: 'Maleta grande',
  dosatras: 'Máximo dos atrás',
  billetera: 'Pago con billetera',
  directo: 'Pago directo al conductor',
  silladeruedas: 'Cabe silla de ruedas',
  sillaninos: 'Silla para niños',
}

export type ActiveFilter = { words: string; without: Partial<View> }

/** The active filters in words, each with the change of the view that removes it. */
export function activeFilters(view: View): ActiveFilter[] {
  const { filters, hours, maxPrice } = view
  const price = { words: `Hasta ${pesos(maxPrice ?? 0)}`, without: { maxPrice: null } }
  return [
    ...filters.map((key) => ({
      words: filterWords[key],
      without: { filters: filters.filter((other) => other !== key) },
    })),
    ...hours.map((key) => ({
      words: dayParts[key].title,
      without: { hours: hours.filter((other) => other !== key) },
    })),
    ...(maxPrice === null ? [] : [price]),
  ]
}

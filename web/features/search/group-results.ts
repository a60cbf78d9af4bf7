import type { DayPart, SearchResult } from '#contract/search.ts'

export type MatchGroup = {
  match: SearchResult['match']
  title: string
  lead: string
  parts: { title: string | null; results: SearchResult[] }[]
}

const groups = [
  {
    match: 'exact',
    title: 'Salen y llegan donde pediste',
    lead: 'El conductor para en los dos lugares.',
  },
  {
    match: 'corridor',
    title: 'Van de paso',
    lead: 'Pasan por tu ruta; «Por solicitud» espera la respuesta del conductor.',
  },
  { match: 'nearby', title: 'Cerca', lead: 'Salen o llegan a pocos kilómetros.' },
] as const

const BOGOTA_OFFSET_HOURS = -5

type DayPartFacts = { api: DayPart; until: number; title: string; hours: string }

/** Quarters of the day by their value in the query string, in order; `until` is an hour. */
export const dayParts = {
  madrugada: { api: 'dawn', until: 6, title: 'Madrugada', hours: '12 a 6 a. m.' },
  manana: { api: 'morning', until: 12, title: 'Mañana', hours: '6 a. m. a 12 m.' },
  tarde: { api: 'afternoon', until: 18, title: 'Tarde', hours: '12 m. a 6 p. m.' },
  noche: { api: 'night', until: 24, title: 'Noche', hours: '6 p. m. a 12 a. m.' },
} as const satisfies Record<string, DayPartFacts>
export type DayPartKey = keyof typeof dayParts
export const dayPartKeys = Object.keys(dayParts) as DayPartKey[]

/** Part of the day of an instant, in Bogotá time. */
export function dayPartOf(instant: string): DayPartKey {
  const hour = (new Date(instant).getUTCHours() + 24 + BOGOTA_OFFSET_HOURS) % 24
  return dayPartKeys.find((key) => hour < dayParts[key].until) ?? 'noche'
}

/**
 * Groups results by match and, if they are in order of departure, by part of the day. Groups
 * without results are omitted.
 */
export function groupResults(results: readonly SearchResult[], byDayPart: boolean): MatchGroup[] {
  return groups.flatMap((group): MatchGroup[] => {
    const own = results.filter((result) => result.match === group.match)
    if (own.length === 0) return []
    if (!byDayPart) return [{ ...group, parts: [{ title: null, results: own }] }]
    const parts = dayPartKeys
      .map((key) => ({
        title: dayParts[key].title,
        results: own.filter((result) => dayPartOf(result.departsAt) === key),
      }))
      .filter((part) => part.results.length > 0)
    return [{ ...group, parts }]
  })
}

import type { SearchResult } from '#contract/search.ts'

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
    lead: 'Pasan por tu ruta; el conductor confirma si te recoge.',
  },
  { match: 'nearby', title: 'Cerca', lead: 'Salen o llegan a pocos kilómetros.' },
] as const

const BOGOTA_OFFSET_HOURS = -5

const dayParts = [
  { until: 6, title: 'Madrugada' },
  { until: 12, title: 'Mañana' },
  { until: 18, title: 'Tarde' },
  { until: 24, title: 'Noche' },
] as const

/** Madrugada, Mañana, Tarde or Noche of an instant, by the clock of Bogotá. */
export function dayPart(instant: string): string {
  const hour = (new Date(instant).getUTCHours() + 24 + BOGOTA_OFFSET_HOURS) % 24
  return dayParts.find((part) => hour < part.until)?.title ?? 'Noche'
}

/**
 * Results by how well they match and, while they are in order of departure, by part of the day.
 * Groups without results are left out.
 */
export function groupResults(results: readonly SearchResult[], byDayPart: boolean): MatchGroup[] {
  return groups.flatMap((group): MatchGroup[] => {
    const own = results.filter((result) => result.match === group.match)
    if (own.length === 0) return []
    if (!byDayPart) return [{ ...group, parts: [{ title: null, results: own }] }]
    const parts = dayParts
      .map(({ title }) => ({ title, results: own.filter((r) => dayPart(r.departsAt) === title) }))
      .filter((part) => part.results.length > 0)
    return [{ ...group, parts }]
  })
}

import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'

export const titles = { start: 'Busca tu viaje', results: 'Tu búsqueda' } as const

/** The day strip's place, so that the results do not move when it arrives. */
export function DatesPlace() {
  return <Skeleton className="h-14 sm:h-18" />
}

/** The results' place. */
export function ResultsPlace() {
  return <SkeletonList rows={4} rowClass="h-56" />
}

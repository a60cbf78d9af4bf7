import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'

export const titles = { start: 'Busca tu viaje', results: 'Tu búsqueda' } as const

/** Placeholder of the day strip, so that the results do not shift when it loads. */
export function DatesPlace() {
  return <Skeleton className="h-14 sm:h-18" />
}

/** Placeholder of the results. */
export function ResultsPlace() {
  return <SkeletonList rows={4} rowClass="h-56" />
}

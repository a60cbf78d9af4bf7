import type { ReactNode } from 'react'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'

export const titles = { start: 'Busca tu viaje', results: 'Tu búsqueda' } as const

/** The search in one line and the day strip: side by side where there is room. */
export function SearchTop({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-2 sm:gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-x-6">
      {children}
    </div>
  )
}

/** Placeholder of the day strip, so that the results do not shift when it loads. */
export function DatesPlace() {
  return <Skeleton className="h-14 sm:h-18" />
}

/** Placeholder of the results. */
export function ResultsPlace() {
  return <SkeletonList rows={4} rowClass="h-56" />
}

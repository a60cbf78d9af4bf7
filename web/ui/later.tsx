import { type ReactNode, Suspense } from 'react'
import { SkeletonList } from './skeleton.tsx'

/**
 * Suspense boundary for a `lazy` part of a screen, such as a form below the fold or behind a
 * button. A skeleton reserves its space.
 */
export function Later({ rows = 3, children }: { rows?: number; children: ReactNode }) {
  return <Suspense fallback={<SkeletonList rows={rows} />}>{children}</Suspense>
}

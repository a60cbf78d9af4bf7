import { type ReactNode, Suspense } from 'react'
import { SkeletonList } from './skeleton.tsx'

/** Suspense boundary for a `lazy` part of a screen, with a skeleton in its space. */
export function Later({ rows = 3, children }: { rows?: number; children: ReactNode }) {
  return <Suspense fallback={<SkeletonList rows={rows} />}>{children}</Suspense>
}

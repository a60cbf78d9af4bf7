import { type ReactNode, Suspense } from 'react'
import { SkeletonList } from './skeleton.tsx'

/**
 * Around a `lazy` part of a screen, whose code comes after the screen: forms below the fold or
 * behind a button. Lines in grey keep its place.
 */
export function Later({ rows = 3, children }: { rows?: number; children: ReactNode }) {
  return <Suspense fallback={<SkeletonList rows={rows} />}>{children}</Suspense>
}

import { lazy, Suspense } from 'react'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DisputeProps } from './dispute.tsx'

const Dispute = lazy(async () => ({
  default: (await retryingImport(() => import('./dispute.tsx'))).Dispute,
}))

/** Lazy `Dispute`: the notice with the deadline must not wait for the form's code. */
export function LateDispute(props: DisputeProps) {
  return (
    <Suspense fallback={<Skeleton className="h-11 w-36" />}>
      <Dispute {...props} />
    </Suspense>
  )
}

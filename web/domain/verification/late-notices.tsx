import { lazy, Suspense } from 'react'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useAgenda } from '../agenda/use-agenda.ts'
import type { SessionUser } from '../auth/session-state.ts'

const DriverNotices = lazy(async () => {
  return { default: (await retryingImport(() => import('./driver-notices.tsx'))).DriverNotices }
})

/** Loads `DriverNotices` only for drivers and for people with a rejected document. */
export function LateNotices({ user }: { user: SessionUser }) {
  const rejected = useAgenda().data?.rejectedDocuments ?? 0
  if (rejected === 0 && !user.roles.includes('driver')) return null
  return (
    <Suspense fallback={null}>
      <DriverNotices user={user} />
    </Suspense>
  )
}

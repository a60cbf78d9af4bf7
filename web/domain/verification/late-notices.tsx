import { lazy, Suspense } from 'react'
import { lateImport } from '#web/lib/late-import.ts'
import type { SessionUser } from '../auth/session-state.ts'

const DriverNotices = lazy(async () => {
  return { default: (await lateImport(() => import('./driver-notices.tsx'))).DriverNotices }
})

/** Notices for who drives; others download nothing. */
export function LateNotices({ user }: { user: SessionUser }) {
  if (!user.roles.includes('driver')) return null
  return (
    <Suspense fallback={null}>
      <DriverNotices user={user} />
    </Suspense>
  )
}

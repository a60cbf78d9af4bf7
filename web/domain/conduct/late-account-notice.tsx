import { lazy, Suspense } from 'react'
import { lateImport } from '#web/lib/late-import.ts'

const AccountNotice = lazy(async () => ({
  default: (await lateImport(() => import('./account-notice.tsx'))).AccountNotice,
}))

/** Lazy: few people have something to read there. */
export function LateAccountNotice() {
  return (
    <Suspense fallback={null}>
      <AccountNotice />
    </Suspense>
  )
}

import { lazy, Suspense } from 'react'
import { lateImport } from '#web/lib/late-import.ts'

const AccountNotice = lazy(async () => ({
  default: (await lateImport(() => import('./account-notice.tsx'))).AccountNotice,
}))

/** Lazy `AccountNotice`: few people have a notice. */
export function LateAccountNotice() {
  return (
    <Suspense fallback={null}>
      <AccountNotice />
    </Suspense>
  )
}

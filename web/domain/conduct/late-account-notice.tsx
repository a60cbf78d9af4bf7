import { lazy, Suspense } from 'react'
import { retryingImport } from '#web/lib/retrying-import.ts'

const AccountNotice = lazy(async () => ({
  default: (await retryingImport(() => import('./account-notice.tsx'))).AccountNotice,
}))

/** Lazy `AccountNotice`: few people have a notice. */
export function LateAccountNotice() {
  return (
    <Suspense fallback={null}>
      <AccountNotice />
    </Suspense>
  )
}

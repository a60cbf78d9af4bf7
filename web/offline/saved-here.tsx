import { lazy, Suspense } from 'react'
import { lateImport } from '#web/lib/late-import.ts'
import { useOnline } from '#web/lib/online.ts'

// Kept by the service worker for when it is needed.
const SavedList = lazy(async () => ({
  default: (await lateImport(() => import('./saved-list.tsx'))).SavedList,
}))

/** Without a network: what this device keeps opens all the same. Nothing while there is one. */
export function SavedHere() {
  if (useOnline()) return null
  return (
    <Suspense fallback={null}>
      <SavedList />
    </Suspense>
  )
}

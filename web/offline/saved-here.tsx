import { lazy, Suspense } from 'react'
import { lateImport } from '#web/lib/late-import.ts'
import { useOnline } from '#web/lib/online.ts'

// The service worker precaches this chunk, so the import works offline.
const SavedList = lazy(async () => ({
  default: (await lateImport(() => import('./saved-list.tsx'))).SavedList,
}))

/** Offline: links to what this device has cached. Online: renders nothing. */
export function SavedHere() {
  if (useOnline()) return null
  return (
    <Suspense fallback={null}>
      <SavedList />
    </Suspense>
  )
}

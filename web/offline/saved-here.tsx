import { lazy, Suspense } from 'react'
import { lateImport } from '#web/lib/late-import.ts'
import { useOnline } from '#web/lib/online.ts'

// The service worker precaches this chunk, so the import works offline.
const SavedList = lazy(async () => ({
  default: (await lateImport(() => import('./saved-list.tsx'))).SavedList,
}))

/**
 * Links to what this device has cached, while there is no network.
 * @param silent there is a network, and the server does not answer
 */
export function SavedHere({ silent = false }: { silent?: boolean }) {
  if (useOnline() && !silent) return null
  return (
    <Suspense fallback={null}>
      <SavedList />
    </Suspense>
  )
}

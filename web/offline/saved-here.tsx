import { quietPart } from '#web/lib/lazy-part.ts'
import { useOnline } from '#web/lib/online.ts'

// The service worker precaches this chunk, so the import works offline.
const SavedList = quietPart(() => import('./saved-list.tsx'), 'SavedList')

/**
 * Links to the tickets and run sheets that this device has cached, shown without a network.
 * @param silent true when there is a network, but the server does not answer
 */
export function SavedHere({ silent = false }: { silent?: boolean }) {
  if (useOnline() && !silent) return null
  return <SavedList />
}

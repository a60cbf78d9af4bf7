import { useEffect, useSyncExternalStore } from 'react'
import { toastAction } from '#web/ui/toaster.ts'
import { hasNewVersion, onNewVersion, takeNewVersion } from './register-worker.ts'

/** Offers a waiting update once in a toast; it is applied only when the person presses it. */
export function NewVersion() {
  const ready = useSyncExternalStore(onNewVersion, hasNewVersion, () => false)
  useEffect(() => {
    if (ready) toastAction('Hay una versión nueva', 'Actualizar', takeNewVersion)
  }, [ready])
  return null
}

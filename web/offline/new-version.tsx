import { useEffect, useSyncExternalStore } from 'react'
import { toastAction } from '#web/ui/toaster.ts'
import { hasNewVersion, onNewVersion, takeNewVersion } from './register-worker.ts'

/** Says once that a new version is ready. Nothing changes until the person presses. */
export function NewVersion() {
  const ready = useSyncExternalStore(onNewVersion, hasNewVersion, () => false)
  useEffect(() => {
    if (ready) toastAction('Hay una versión nueva', 'Actualizar', takeNewVersion)
  }, [ready])
  return null
}

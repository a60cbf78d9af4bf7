import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useOnline } from '#web/lib/online.ts'
import { onSlowReads, retrySlowReads, slowRequest } from '#web/lib/slow-reads.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'

/**
 * Bar on every screen for a missing network, a silent server or a slow request. What can be read
 * again has a retry; a slow press must not be pressed twice.
 * Screens themselves disable the actions that need a network.
 */
export function ConnectionBar() {
  const { status, reload } = useAuth()
  const online = useOnline()
  const slow = useSyncExternalStore(onSlowReads, slowRequest, () => null)
  const lost = status === 'unreachable'
  const isShown = !online || lost || slow !== null
  const again = () => {
    retrySlowReads()
    if (lost) void reload()
  }
  return (
    <div role="status" className="sticky top-16 z-30">
      {isShown && (
        <div
          data-connection={online ? 'retry' : 'offline'}
          className="flex flex-wrap items-center justify-center gap-x-3 bg-warn-soft px-4 py-1
            text-sm font-semibold text-warn"
        >
          <p className="flex items-center gap-2 py-1.5">
            <WifiOff className="size-4 shrink-0" />
            {online && !lost
              ? `Está tardando más de lo normal.${slow === 'write' ? ' Seguimos esperando.' : ''}`
              : 'Sin conexión. Lo que ves puede no estar al día.'}
          </p>
          {online && (lost || slow === 'read') && (
            <button type="button" onClick={again} className="min-h-11 px-3 underline">
              Reintentar
            </button>
          )}
        </div>
      )}
    </div>
  )
}

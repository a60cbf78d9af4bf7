import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { hasLostCode, onLostCode } from '#web/lib/lost-code.ts'
import { useOnline } from '#web/lib/online.ts'
import { onSlowRequests, retrySlowReads, slowRequest } from '#web/lib/slow-requests.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'

const WORDS = {
  offline: 'Sin conexión. Lo que ves puede no estar al día.',
  code: 'A esta página le falta una parte que no llegó.',
  read: 'Está tardando más de lo normal.',
  write: 'Está tardando más de lo normal. Seguimos esperando.',
}

/**
 * Bar on every screen for a missing network, a silent server, lost code or a slow request. What can
 * be read again has a retry; a slow press must not be pressed twice. Screens themselves disable the
 * actions that need a network.
 */
export function ConnectionBar() {
  const { status, reload } = useAuth()
  const online = useOnline()
  const slow = useSyncExternalStore(onSlowRequests, slowRequest, () => null)
  const lacksCode = useSyncExternalStore(onLostCode, hasLostCode, () => false)
  const lost = status === 'unreachable'
  const matter = !online || lost ? 'offline' : lacksCode ? 'code' : slow
  const again = () => {
    if (matter === 'code') return window.location.reload()
    retrySlowReads()
    if (lost) void reload()
  }
  return (
    <div role="status" className="sticky top-16 z-30">
      {matter && (
        <div
          data-connection={online ? 'retry' : 'offline'}
          className="flex flex-wrap items-center justify-center gap-x-3 bg-warn-soft px-4 py-1
            text-sm font-semibold text-warn"
        >
          <p className="flex items-center gap-2 py-1.5">
            <WifiOff className="size-4 shrink-0" />
            {WORDS[matter]}
          </p>
          {online && matter !== 'write' && (
            <button type="button" onClick={again} className="min-h-11 px-3 underline">
              {matter === 'code' ? 'Cargar otra vez' : 'Reintentar'}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

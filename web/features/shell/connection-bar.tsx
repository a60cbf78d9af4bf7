import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { hasLostCode, onLostCode } from '#web/lib/lost-code.ts'
import { useOnline } from '#web/lib/online.ts'
import { hasSlowReads, onSlowReads, retrySlowReads } from '#web/lib/slow-reads.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'

/** Whether a request of this page takes longer than normal. */
const useSlow = () => useSyncExternalStore(onSlowReads, hasSlowReads, () => false)

/**
 * Bar on every screen for a missing network, a silent server, a slow request, each with a retry, or
 * for lost code. Screens themselves disable the actions that need a network.
 */
export function ConnectionBar() {
  const { status, reload } = useAuth()
  const online = useOnline()
  const slow = useSlow()
  const lost = status === 'unreachable'
  const lacksCode = useSyncExternalStore(onLostCode, hasLostCode, () => false)
  const isShown = !online || lost || slow || lacksCode
  const again = () => {
    if (lacksCode) return window.location.reload()
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
            {!online || lost
              ? 'Sin conexión. Lo que ves puede no estar al día.'
              : lacksCode
                ? 'A esta página le falta una parte que no llegó.'
                : 'Está tardando más de lo normal.'}
          </p>
          {online && (
            <button type="button" onClick={again} className="min-h-11 px-3 underline">
              {lacksCode ? 'Cargar otra vez' : 'Reintentar'}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

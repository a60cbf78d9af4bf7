import { WifiOff } from 'lucide-react'
import { useOnline } from '#web/lib/online.ts'

/** Shown while offline. Screens themselves disable the actions that need a network. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p
          className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2.5 text-sm
            font-semibold text-warn"
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          Sin conexión. Lo que ves puede no estar al día.
        </p>
      )}
    </div>
  )
}

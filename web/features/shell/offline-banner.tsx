import { WifiOff } from 'lucide-react'
import { useOnline } from '#web/lib/online.ts'

/** Said while the device has no network; what needs it is disabled with a reason on its screen. */
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

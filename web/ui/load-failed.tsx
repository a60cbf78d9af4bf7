import { RotateCw, WifiOff } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

type LoadFailedProps = {
  /** Name of the data that could not be read: "este viaje", "tus reservas". */
  what: string
  error: unknown
  onRetry: () => void
  retrying?: boolean
}

/** Shows a failed fetch with its reason and a retry button; offline, it says so instead. */
export function LoadFailed({ what, error, onRetry, retrying = false }: LoadFailedProps) {
  const online = useOnline()
  const retry = (
    <Button
      variant="secondary"
      size="sm"
      pending={retrying}
      pendingText="Cargando…"
      Icon={RotateCw}
      onClick={onRetry}
    >
      Intentar de nuevo
    </Button>
  )
  if (!online) {
    return (
      <Banner
        tone="warn"
        title={
          <span className="inline-flex items-center gap-2">
            <WifiOff className="size-4" /> Estás sin conexión
          </span>
        }
        action={retry}
      >
        Cuando vuelva la red podrás ver {what}.
      </Banner>
    )
  }
  return (
    <Banner tone="err" title={`No pudimos cargar ${what}`} action={retry}>
      {messageOf(error)}
    </Banner>
  )
}

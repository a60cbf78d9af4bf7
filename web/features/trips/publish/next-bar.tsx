import { useNavigate } from 'react-router'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'

type NextBarProps = {
  first?: boolean
  disabled?: boolean
  pending?: boolean
  onNext: () => void
}

/** Buttons "back" and "next" at the bottom of every publishing step. */
export function NextBar({ first, disabled, pending = false, onNext }: NextBarProps) {
  const navigate = useNavigate()
  return (
    <BottomBar
      action={
        <Button onClick={onNext} disabled={disabled} pending={pending} pendingText="Revisando…">
          Continuar
        </Button>
      }
    >
      {first ? (
        <p className="text-sm text-muted">Guardamos tu borrador en este dispositivo.</p>
      ) : (
        <Button variant="ghost" onClick={() => navigate(-1)}>
          Atrás
        </Button>
      )}
    </BottomBar>
  )
}

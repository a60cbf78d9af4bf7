import { WifiOff } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'

export type SavedNoticeProps = {
  /** Reason why the ticket comes from this device. */
  why: 'offline' | 'expired'
  /** Refetches the ticket; absent when the connection bar offers the retry. */
  again: (() => void) | undefined
}

const LOOK = { variant: 'secondary', size: 'sm' } as const

/** Says that the ticket is the copy on this device, and why. */
export function SavedNotice({ why, again }: SavedNoticeProps) {
  const login = paths.login(useLocation().pathname)
  const title = (
    <span className="inline-flex items-center gap-2">
      <WifiOff className="size-4" /> Tiquete guardado en este dispositivo
    </span>
  )
  if (why === 'expired') {
    const action = <ButtonLink {...{ ...LOOK, to: login }}>Iniciar sesión</ButtonLink>
    return (
      <Banner tone="warn" {...{ title, action }}>
        Tu sesión venció: puedes subir con él. Entra para ver los cambios de última hora.
      </Banner>
    )
  }
  const action = again && <Button {...{ ...LOOK, onClick: again }}>Actualizar el tiquete</Button>
  return (
    <Banner tone="warn" {...{ title, action }}>
      Estás sin conexión: puedes subir con él. Lo de última hora se ve con red.
    </Banner>
  )
}

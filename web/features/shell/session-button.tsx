import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'

/** Ends the session and goes home. */
export function useLogout(): { leaving: boolean; leave: () => Promise<void> } {
  const { logout } = useAuth()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await logout()
    setLeaving(false)
    await navigate(paths.home())
  }
  return { leaving, leave }
}

/** Buttons to sign in and out. Both are rendered; `data-session` on `<html>` hides one of them. */
export function SessionButton() {
  const { leaving, leave } = useLogout()
  return (
    <>
      <ButtonLink to={paths.login()} size="sm" data-audience="out">
        Iniciar sesión
      </ButtonLink>
      <Button
        variant="ghost"
        size="sm"
        pending={leaving}
        onClick={leave}
        data-audience="in"
        data-logout=""
      >
        Cerrar Sesión
      </Button>
    </>
  )
}

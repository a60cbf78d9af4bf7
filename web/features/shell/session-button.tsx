import { paths } from '#web/lib/paths.ts'
import { useLogout } from '#web/offline/use-logout.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'

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

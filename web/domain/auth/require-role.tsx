import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { useUser } from './session.tsx'
import type { SessionUser } from './session-state.ts'

type Role = SessionUser['roles'][number]

type RequireRoleProps = {
  roles: readonly Role[]
  /** Whom the page is for: "quienes revisan documentos". */
  who: string
  children: ReactNode
}

/** Only for the named roles. The server decides again; this spares the others an empty page. */
export function RequireRole({ roles, who, children }: RequireRoleProps) {
  const user = useUser()
  return user.roles.some((role) => roles.includes(role)) ? children : <NoPermission who={who} />
}

/** What a page of the team shows to people without the role. */
function NoPermission({ who }: { who: string }) {
  return (
    <EmptyState
      region="paramo"
      title="No tienes permiso"
      action={<ButtonLink to={paths.home()}>Ir al inicio</ButtonLink>}
    >
      Esta página es para {who}. Si deberías tener acceso, pídelo a tu equipo.
    </EmptyState>
  )
}

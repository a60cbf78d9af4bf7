import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAuth } from './session.tsx'
import type { SessionUser } from './session-state.ts'
import { isUnasked } from './unasked.ts'

type RequireSessionProps = {
  children: (user: SessionUser) => ReactNode
}

/** Only for people who signed in; others go to `/login` and come back here afterwards. */
export function RequireSession({ children }: RequireSessionProps) {
  const auth = useAuth()
  const online = useOnline()
  const { pathname, search, hash } = useLocation()
  if (auth.status === 'loading') {
    return (
      <div className="mx-auto w-full max-w-flow px-4 py-10">
        <SkeletonList />
      </div>
    )
  }
  if (isUnasked(auth, online)) return <Unreachable />
  if (auth.status === 'signedOut') {
    return <Navigate to={paths.login(`${pathname}${search}${hash}`)} replace />
  }
  return children(auth.user)
}

/** Not the login page: the person is signed in, only nobody can be asked. */
function Unreachable() {
  return (
    <div className="mx-auto grid w-full max-w-flow gap-2 px-4 py-10 text-center">
      <h1 className="text-xl">Esta pantalla necesita conexión</h1>
      <p className="text-muted">
        La abrimos apenas vuelva la red. Tus tiquetes guardados sí se abren sin conexión.
      </p>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAuth } from './session.tsx'
import { isUnasked } from './unasked.ts'

type SessionGateProps = {
  /** Renders `children` also while the session cannot be checked: they show cached data. */
  alone?: boolean
  children: ReactNode
}

/**
 * Wraps private screens: shows a skeleton until the person is known, and redirects to `/login` when
 * the session ends. `requireSession` has already checked that a token is stored.
 */
export function SessionGate({ alone = false, children }: SessionGateProps) {
  const auth = useAuth()
  const online = useOnline()
  const { pathname, search, hash } = useLocation()
  if (isUnasked(auth, online)) return alone ? children : <Unreachable />
  if (auth.status === 'loading') {
    return (
      <div className="mx-auto w-full max-w-flow px-4 py-10">
        <SkeletonList />
      </div>
    )
  }
  if (auth.status === 'signedOut') {
    return <Navigate to={paths.login(`${pathname}${search}${hash}`)} replace />
  }
  return children
}

/** Shown instead of a redirect to the login: a token is stored, only the server is unreachable. */
export function Unreachable() {
  return (
    <div className="mx-auto grid w-full max-w-flow gap-2 px-4 py-10 text-center">
      <h1 className="text-xl">Esta pantalla necesita conexión</h1>
      <p className="text-muted">
        La abrimos apenas vuelva la red. Tus tiquetes guardados sí se abren sin conexión.
      </p>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAuth } from './session.tsx'
import { isUnasked } from './unasked.ts'

type SessionGateProps = {
  /** Shows what this device keeps while nobody can be asked who is signed in. */
  alone?: boolean
  children: ReactNode
}

/**
 * What follows from the session while a private screen is open: it waits until the person is known,
 * and leaves for `/login` when the session ends. `requireSession` has let them in.
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

/** Not the login page: the person is signed in, only nobody can be asked. */
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

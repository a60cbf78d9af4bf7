import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { rememberedName } from './account-memory.ts'
import { useAuth } from './session.tsx'

type SessionGateProps = {
  /** Renders `children` before the server has identified the person: they show cached data. */
  alone?: boolean
  /** Renders `children` also after the session has ended: they redirect if nothing is cached. */
  afterwards?: boolean
  children: ReactNode
}

/** Wraps private screens: skeleton until the person is known, login when the session ends. */
export function SessionGate({ alone, afterwards, children }: SessionGateProps) {
  const { status } = useAuth()
  if (status === 'signedIn') return children
  if (status === 'signedOut') return afterwards ? children : <ToLogin />
  if (alone) return children
  if (status === 'unreachable') return <Unreachable />
  return (
    <div className="mx-auto w-full max-w-flow px-4 py-10">
      <SkeletonList />
    </div>
  )
}

/** Redirects to the login, which returns to this address afterwards, without a token in it. */
export function ToLogin() {
  const { pathname, search, hash } = useLocation()
  const address = `${pathname}${search}${hash}`
  const bringsToken = /[?#&]access_token=/.test(address)
  return <Navigate to={paths.login(bringsToken ? pathname : address)} replace />
}

/** Instead of the login while the server does not answer; the connection bar has the retry. */
export function Unreachable() {
  const name = rememberedName()
  return (
    <div className="mx-auto grid w-full max-w-flow gap-2 px-4 py-10 text-center">
      <h1 className="text-xl">Esta pantalla necesita conexión</h1>
      <p className="text-muted">
        {name && `${name}, tu`}
        {!name && 'Tu'} sesión sigue abierta y tu dinero sigue igual. Abrimos la pantalla apenas
        vuelva la red; tus tiquetes guardados se abren sin conexión.
      </p>
    </div>
  )
}

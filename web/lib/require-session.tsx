import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { paths } from './paths.ts'
import { useAuth } from './session.tsx'
import type { SessionUser } from './session-state.ts'

type RequireSessionProps = {
  children: (user: SessionUser) => ReactNode
}

/** Only for people who signed in; others go to `/login` and come back here afterwards. */
export function RequireSession({ children }: RequireSessionProps) {
  const auth = useAuth()
  const { pathname, search, hash } = useLocation()
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
  return children(auth.user)
}

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'

/** Goes home and ends the session, unless something waits to be sent and the person stays. */
export function useLogout(): { leaving: boolean; leave: () => Promise<void> } {
  const { logout } = useAuth()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const ask = import('./before-logout.ts').then((it) => it.mayLogOut())
    // Without its code, signing out still works: somebody else can have this device.
    if (await ask.catch(() => true)) {
      // First: a private screen without a session would lead to the login.
      await navigate(paths.home())
      await logout()
    }
    setLeaving(false)
  }
  return { leaving, leave }
}

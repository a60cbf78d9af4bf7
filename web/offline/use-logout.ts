import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from './session.tsx'

/** Goes home and ends the session. */
export function useLogout(): { leaving: boolean; leave: () => Promise<void> } {
  const { logout } = useAuth()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    // First: a private screen without a session would lead to the login.
    await navigate(paths.home())
    await logout()
    setLeaving(false)
  }
  return { leaving, leave }
}

import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from './session.tsx'

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

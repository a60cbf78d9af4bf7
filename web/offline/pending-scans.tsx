import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { mayHavePendingScans } from '#web/stored/pending-mark.ts'
import { toastAction } from '#web/ui/toaster.ts'

const TROUBLE = ['conflict', 'revoked', 'refused']

/** Uploads offline scans when the driver opens any screen. */
export function PendingScans() {
  const { user } = useAuth()
  const navigate = useNavigate()
  const ownerId = user?.id
  useEffect(() => {
    if (ownerId === undefined || !mayHavePendingScans()) return
    const send = async () => {
      const sent = await (await import('./send-scans.ts')).sendScans(ownerId)
      const trouble = sent.find(({ outcome }) => TROUBLE.includes(outcome))
      const where = trouble && paths.scanner(trouble.tripId)
      // Not on the scanner's screen, which shows the problem itself.
      if (!where || window.location.pathname === where) return
      const look = () => void navigate(where)
      toastAction('Una subida sin conexión necesita que la revises', 'Ver', look)
    }
    // After a failure, the next sign-in or the scanner's screen retries.
    send().catch(() => undefined)
  }, [ownerId, navigate])
  return null
}

import { useEffect } from 'react'
import { useAuth } from '#web/lib/session.tsx'
import { mayHavePendingScans } from './boarding-store.ts'

/** Sends what was scanned without a network, from whatever screen the person comes back to. */
export function PendingScans() {
  const { user } = useAuth()
  const ownerId = user?.id
  useEffect(() => {
    if (ownerId === undefined || !mayHavePendingScans()) return
    // The next signing in, or the scanner itself, tries again.
    const send = async () => (await import('./send-scans.ts')).sendScans(ownerId)
    send().catch(() => undefined)
  }, [ownerId])
  return null
}

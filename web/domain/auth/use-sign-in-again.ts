import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { onSignInNeeded } from '#web/lib/token-store.ts'
import type { SessionState } from './session-state.ts'

/**
 * GET calls of the API wait while the person of an ended session signs in again. If another person
 * signs in, the screen is left, because it still has text that the first person typed.
 */
export function useSignInAgain({ status, user, expired }: SessionState): void {
  const navigate = useNavigate()
  const waiting = useRef<((isBack: boolean) => void)[]>([])
  useEffect(() => {
    if (status === 'loading' || status === 'unreachable') return
    if (status === 'signedIn' && expired) return
    for (const go of waiting.current.splice(0)) go(status === 'signedIn')
  }, [status, expired])
  useEffect(() => {
    if (status !== 'signedIn') return
    return onSignInNeeded(() => new Promise((resolve) => waiting.current.push(resolve)))
  }, [status])
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (status === 'loading' || status === 'unreachable') return
    const earlier = before.current
    before.current = user?.id ?? null
    const isOther = earlier !== null && user !== null && user.id !== earlier
    if (isOther) void navigate(paths.wallet(), { replace: true })
  }, [status, user, navigate])
}

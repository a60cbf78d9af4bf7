import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { onSignInNeeded } from '#web/lib/token-store.ts'
import type { SessionState } from './session-state.ts'

/**
 * While the person of an ended session signs in again, reads of the API wait for them. Whoever
 * signs in as somebody else leaves the screen: what was typed there is not theirs.
 */
export function useSignInAgain({ status, user, expired }: SessionState): void {
  const navigate = useNavigate()
  const waiting = useRef<((isBack: boolean) => void)[]>([])
  useEffect(() => {
    if (status === 'loading' || (status === 'signedIn' && expired)) return
    for (const go of waiting.current.splice(0)) go(status === 'signedIn')
  }, [status, expired])
  useEffect(() => {
    if (status !== 'signedIn') return
    return onSignInNeeded(() => new Promise((resolve) => waiting.current.push(resolve)))
  }, [status])
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (status === 'loading') return
    const earlier = before.current
    before.current = user?.id ?? null
    const isOther = earlier !== null && user !== null && user.id !== earlier
    if (isOther) void navigate(paths.wallet(), { replace: true })
  }, [status, user, navigate])
}

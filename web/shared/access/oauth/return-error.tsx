import { useLocation } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { loginErrorMessage } from './oauth-messages.ts'

/** Sentence for the `error` with which a sign-in or a native submit came back to this page. */
export function ReturnError({ error }: { error: string | null }) {
  const { state } = useLocation()
  const reason = (state as { reason?: unknown } | null)?.reason
  const message = loginErrorMessage(error, reason)
  return message && <Banner tone="err">{message}</Banner>
}

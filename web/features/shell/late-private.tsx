import { LiveUpdates } from '#web/shared/notifications/live/live-updates.tsx'
import { ClaimInvite } from './claim-invite.tsx'
import { ComingTerms } from './coming-terms.tsx'

/** Background parts of private screens, loaded after the screen. */
export function LatePrivate() {
  return (
    <>
      <LiveUpdates />
      <ClaimInvite />
      <ComingTerms />
    </>
  )
}

import { ComingTerms } from '#web/domain/consents/coming-terms.tsx'
import { LiveUpdates } from '#web/domain/live/live-updates.tsx'
import { ClaimInvite } from '#web/domain/rewards/claim-invite.tsx'

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

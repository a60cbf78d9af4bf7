import { LiveUpdates } from '#web/domain/live/live-updates.tsx'
import { ClaimInvite } from './claim-invite.tsx'
import { ComingTerms } from './coming-terms.tsx'

/** What private screens do besides showing themselves: loaded after the screen. */
export function LatePrivate() {
  return (
    <>
      <LiveUpdates />
      <ClaimInvite />
      <ComingTerms />
    </>
  )
}

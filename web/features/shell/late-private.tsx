import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { api } from '#web/lib/api.ts'
import { isFinal } from '#web/lib/api-error.ts'
import { sentence } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useAgenda } from '#web/shared/agenda/use-agenda.ts'
import { LiveUpdates } from '#web/shared/notifications/live/live-updates.tsx'
import { keepInvite, readInvite } from '#web/shared/rewards/invite-memory.ts'
import { calendarDayLong } from '#web/shared/users/consents/calendar-day.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { toastDone } from '#web/ui/toaster.ts'

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

/**
 * Tells the server after sign-in who invited this person, if an invitation was opened in this
 * browser.
 */
function ClaimInvite() {
  useEffect(() => {
    const code = readInvite()
    if (code) void claim(code)
  }, [])
  return null
}

async function claim(code: string): Promise<void> {
  try {
    const { invitedBy } = await api.referrals.claim({ body: { code } })
    keepInvite(null)
    toastDone(sentence(`Anotamos que te invitó ${invitedBy.name}`))
  } catch (error) {
    // The account is older, or the link is the person's own: no claim, and no message.
    if (isFinal(error)) keepInvite(null)
  }
}

/** Notice of announced new terms, on private screens. The linked screen has the details. */
function ComingTerms() {
  const { pathname } = useLocation()
  const { termsFrom = null } = useAgenda().data ?? {}
  if (termsFrom === null || pathname === paths.myData()) return null
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 sm:px-6">
      <Banner tone="info" live="off">
        Los términos cambian el {calendarDayLong(termsFrom)}.{' '}
        <Link to={paths.myData()}>Mira qué cambia</Link>
      </Banner>
    </div>
  )
}

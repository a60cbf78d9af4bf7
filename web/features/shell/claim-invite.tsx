import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'
import { isFinalRefusal } from '#web/lib/confirm-key.ts'
import { keepInvite, readInvite } from '#web/shared/rewards/invite-memory.ts'
import { toastDone } from '#web/ui/toaster.ts'

/**
 * Tells the server after sign-in who invited this person, if an invitation was opened in this
 * browser.
 */
export function ClaimInvite() {
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
    toastDone(`Anotamos que te invitó ${invitedBy.name}.`)
  } catch (error) {
    // The account is older, or the link is the person's own: no claim, and no message.
    if (isFinalRefusal(error)) keepInvite(null)
  }
}

import { useEffect } from 'react'
import { keepInvite, readInvite } from '#web/domain/rewards/invite-memory.ts'
import { api } from '#web/lib/api.ts'
import { isFinalRefusal } from '#web/lib/confirm-key.ts'
import { toastDone } from '#web/ui/toaster.ts'

/** Says who invited this person, once signed in, if an invitation was opened in this browser. */
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
    // An older account, or somebody's own link: there is nothing to note, and nothing to say.
    if (isFinalRefusal(error)) keepInvite(null)
  }
}

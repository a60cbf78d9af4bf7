import { INVITATION_DAYS } from '#contract/team-limits.ts'
import { mailStranger } from '#server/domains/people/users/users.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { randomToken, sha256 } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { teamInvitation } from './team.messages.ts'
import { type NewInvitation, setToken } from './team.queries.ts'

/**
 * Mails the link that accepts an invitation, valid for seven days from now. An earlier link of the
 * invitation stops working; only the digest of the secret is stored.
 */
export async function mailInvitation(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { id, email, roles }: Pick<NewInvitation, 'id' | 'email' | 'roles'>,
): Promise<void> {
  const token = randomToken(32)
  const expiresAt = addMs(deps.clock.now(), INVITATION_DAYS * DAY_MS)
  await setToken(tx, { id, tokenHash: sha256(token), expiresAt })
  const path = `/invitacion-equipo?token=${token}`
  const data = { path, roles, days: INVITATION_DAYS }
  await mailStranger(tx, deps, teamInvitation, { address: email, data })
}

import { emailKey } from '#contract/email-address.ts'
import {
  addTeamRoles,
  areSameHuman,
  auditUser,
  confirmIdentities,
  countActiveAdmins,
  findUser,
  findUserIdByEmailKey,
  hasConfirmedIdentities,
  hasDocumentNumber,
  listStaff,
  lockUser,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { teamRolesChanged } from './team.messages.ts'
import { lockTeam } from './team.queries.ts'

/**
 * Makes a person the first admin, by an operator. Refused, with an alarm, while an admin can act:
 * later admins are invited. `no_account`: no account has proved that address.
 */
export async function grantAdminByOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>,
  { email }: { email: string },
): Promise<'granted' | 'admin_exists' | 'no_account'> {
  const outcome = await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx)
    if ((await countActiveAdmins(tx)) > 0) return 'admin_exists'
    const userId = await findUserIdByEmailKey(tx, emailKey(email))
    if (!userId) return 'no_account'
    await lockUser(tx, userId)
    await makeAdmin(tx, deps, userId, 'team.admin_granted_by_operator')
    return 'granted'
  })
  if (outcome === 'admin_exists') {
    deps.log.error('somebody tried to make an admin from the server, although one is active')
  }
  return outcome
}

type SecondOutcome =
  | 'granted'
  | 'used'
  | 'no_account'
  | 'not_first'
  | 'unverified'
  | 'same_human'
  | 'other_document'

/**
 * Makes a person the second admin, and confirms the identities of both, which only they could
 * verify for each other (docs/decisions/0040). Once in the life of the installation, while nobody
 * else is an admin. `document`: the number that the operator reads on the second person's document.
 * `not_first`: the other address is not the only other admin's. Each refusal is logged as an error.
 */
export async function grantSecondByOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>,
  asked: { email: string; firstEmail: string; document: string },
): Promise<SecondOutcome> {
  const outcome = await inTransaction(deps.db, async (tx): Promise<SecondOutcome> => {
    await lockTeam(tx)
    if (await hasConfirmedIdentities(tx)) return 'used'
    const first = await findUserIdByEmailKey(tx, emailKey(asked.firstEmail))
    const second = await findUserIdByEmailKey(tx, emailKey(asked.email))
    if (!first || !second) return 'no_account'
    const admins = (await listStaff(tx, ['admin'])).map(({ id }) => id)
    const isFirst = admins.includes(first) && admins.every((id) => [first, second].includes(id))
    if (!isFirst) return 'not_first'
    for (const id of [first, second].toSorted()) {
      await lockUser(tx, id)
      if ((await findUser(tx, id)).identity_verified_at === null) return 'unverified'
    }
    if (await areSameHuman(tx, deps, first, second)) return 'same_human'
    const number = { userId: second, number: asked.document }
    if (!(await hasDocumentNumber(tx, deps, number))) return 'other_document'
    await confirmIdentities(tx, [first, second])
    await makeAdmin(tx, deps, second, 'team.second_confirmed_by_operator', { first })
    return 'granted'
  })
  if (outcome !== 'granted') {
    deps.log.error({ outcome }, 'somebody was refused as the second admin at the server')
  }
  return outcome
}

async function makeAdmin(
  tx: Tx,
  deps: TellDeps,
  userId: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const at = deps.clock.now()
  await addTeamRoles(tx, { userId, roles: ['admin'] })
  await auditUser(tx, userId, { at, actorId: null, action, details })
  const data = { what: 'given', roles: ['admin'], at: at.toISOString() } as const
  await tellUser(tx, deps, teamRolesChanged, { userId, data })
}

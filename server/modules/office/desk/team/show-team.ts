import type { z } from 'zod'
import { type TeamInvitation, takesTwo, type team } from '#contract/team.ts'
import { listTeam } from '#server/modules/people/access/index.ts'
import {
  findSharedDevices,
  findTeamNames,
  findUserIdByEmailKey,
} from '#server/modules/people/users/index.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { isoDates } from '#server/platform/iso-dates.ts'
import { type InvitationRow, listOpenInvitations } from './team.queries.ts'

/** Shows all team members and the open invitations. */
export async function showTeam(
  deps: ReadDeps,
  actor: ActorId,
): Promise<z.input<typeof team.show.ok>> {
  const people = await listTeam(deps, actor)
  const rows = await listOpenInvitations(deps.db, deps.clock.now())
  return {
    people: people.map((person) => ({ ...person, canTake: person.id !== actor.userId })),
    invitations: await presentInvitations(deps, actor, rows),
  }
}

async function presentInvitations(
  { db }: Pick<Deps, 'db'>,
  { userId }: ActorId,
  rows: readonly InvitationRow[],
): Promise<TeamInvitation[]> {
  const proposers = rows.map(({ proposedBy }) => proposedBy)
  const signers = rows.map(({ signedBy }) => signedBy)
  const nameOf = await findTeamNames(db, [...proposers, ...signers])
  const sameDevice = await findSharedDevices(db, userId, proposers)
  return rows.map((row) => ({
    ...isoDates(row),
    proposedBy: nameOf(row.proposedBy),
    signedBy: row.signedBy && nameOf(row.signedBy),
    waitsFor: row.isMailed ? 'acceptance' : 'signature',
    sameDevice: sameDevice.has(row.proposedBy),
    can: { sign: isForSignature(row) && row.proposedBy !== userId, close: true },
  }))
}

const isForSignature = (row: InvitationRow) => takesTwo(row.roles) && row.signedBy === null

/** Lists invitations that wait for the signature of a second admin, the oldest first. */
export async function listUnsignedInvitations(deps: ReadDeps) {
  const rows = (await listOpenInvitations(deps.db, deps.clock.now())).filter(
    (row) => isForSignature(row) && !row.isMailed,
  )
  return await Promise.all(
    rows.map(async ({ id, email, emailKey, roles, reason, proposedBy: by, proposedAt: at }) => {
      const invited = await findUserIdByEmailKey(deps.db, emailKey)
      const what = { detail: `${email}: ${roles.join(', ')}`, reason, pesos: null }
      return { id, ...what, by, at, about: invited ? [invited] : [] }
    }),
  )
}

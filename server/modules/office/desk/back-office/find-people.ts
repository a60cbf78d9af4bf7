import type { FoundPerson } from '#contract/back-office-people.ts'
import { datumIn, type MaskedPerson, searchPeople } from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'

const FOUND_MAX = 20

/** Finds people by name, username, id, or complete email, phone or document number. */
export async function findPersons(
  deps: ActDeps,
  actor: Actor,
  { text }: { text: string },
): Promise<{ items: FoundPerson[]; more: boolean }> {
  const found = await lookUpPeople(deps, actor, { text, limit: FOUND_MAX + 1 })
  return { items: found.slice(0, FOUND_MAX).map(presentFound), more: found.length > FOUND_MAX }
}

/**
 * Searches people for a member of the team. A look-up by address, telephone or document is
 * recorded without its text: about each person found, or about the actor if there is none.
 */
export async function lookUpPeople(
  deps: ActDeps,
  actor: Actor,
  asked: { text: string; limit: number },
): Promise<MaskedPerson[]> {
  const found = await searchPeople(deps.db, deps, asked)
  const by = datumIn(asked.text)
  if (by === null) return found
  const subjects = found.length > 0 ? found.map(({ id }) => id) : [actor.userId]
  const searched = { at: deps.clock.now(), actorId: actor.userId, action: 'people.searched' }
  const details = { by, found: found.length }
  await inTransaction(deps.db, async (tx) => {
    for (const subjectId of subjects) {
      await recordAudit(tx, { ...searched, subjectKind: 'user', subjectId, details })
    }
  })
  return found
}

export function presentFound(person: MaskedPerson): FoundPerson {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    phone: person.phone,
    verified: person.verifiedAt !== null,
    isDriver: person.roles.includes('driver'),
    isTeam: person.isTeam,
    memberSince: person.createdAt.toISOString(),
  }
}

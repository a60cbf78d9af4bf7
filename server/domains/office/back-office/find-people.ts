import type { FoundPerson } from '#contract/back-office-people.ts'
import { type MaskedPerson, searchPeople } from '#server/domains/people/users/users.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'

const FOUND_MAX = 20

/** Finds people by name, username, id, or complete email, phone or document number. */
export async function findPersons(
  deps: Pick<Deps, 'db' | 'secrets'>,
  _actor: Actor,
  { text }: { text: string },
): Promise<{ items: FoundPerson[]; more: boolean }> {
  const found = await searchPeople(deps.db, deps, { text, limit: FOUND_MAX + 1 })
  return { items: found.slice(0, FOUND_MAX).map(presentFound), more: found.length > FOUND_MAX }
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

import type { Profile, ProfileBadge } from '#contract/profiles.ts'
import { completedTrips } from '#server/domains/trips/trips.public.ts'
import { findPeople } from '#server/domains/users/users.public.ts'
import {
  type DriverPapers,
  readDriverPapers,
} from '#server/domains/verification/verification.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * A driver as everybody may see them. Who has only travelled as a passenger has no public page.
 * Errors: `person_not_found`.
 */
export async function showProfile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<Profile> {
  const person = (await findPeople(db, [userId])).get(userId.toLowerCase())
  if (!person?.isDriver) throw new AppError('person_not_found')
  const papers = await readDriverPapers(db, { userId, now: clock.now() })
  const completed = await completedTrips(db, [userId])
  return {
    id: person.id,
    name: person.name,
    photoUrl: person.photo?.full ?? null,
    badges: badgesOf(person, papers),
    memberSince: person.memberSince.toISOString(),
    tripsCompleted: completed.get(userId) ?? 0,
    vehicles: papers.vehicles.map(({ brand, model, color, year }) => ({
      brand,
      model,
      color,
      year,
    })),
  }
}

function badgesOf(person: { verified: boolean }, papers: DriverPapers): ProfileBadge[] {
  return [
    ...(person.verified ? (['identity'] as const) : []),
    ...(papers.licensed ? (['licence'] as const) : []),
    ...(papers.vehicles.length > 0 ? (['vehicle'] as const) : []),
  ]
}

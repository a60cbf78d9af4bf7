import {
  averageOf,
  findReputation,
  type Reputation,
  ratingsIn,
} from '#server/modules/people/standing/index.ts'
import { findPeople, type Person } from '#server/modules/people/users/index.ts'
import { badgesOf, readDriverPapers } from '#server/modules/people/verification/index.ts'
import { countCompletedTrips } from '#server/modules/travel/trips/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasTakenPart } from './profiles.queries.ts'

/**
 * Reads the public profile of a person. A person who has neither driven nor had a booking confirmed
 * has no public profile. Errors: `person_not_found`.
 */
export async function showProfile({ db, clock }: ReadDeps, asked: string) {
  const userId = asked.toLowerCase()
  const person = (await findPeople(db, [userId])).get(userId)
  if (!person) throw new AppError('person_not_found')
  if (!person.isDriver && !(await hasTakenPart(db, userId))) {
    throw new AppError('person_not_found')
  }
  const papers = await readDriverPapers(db, { userId, now: clock.now() })
  const completed = await countCompletedTrips(db, [userId])
  const standing = (await findReputation(db, [userId]))(userId)
  return {
    ...presentPerson(person),
    badges: badgesOf(person, papers),
    tripsCompleted: completed.get(userId) ?? 0,
    ...presentStanding(standing),
    vehicles: papers.vehicles.map(({ brand, model, color, year }) => {
      return { brand, model, color, year }
    }),
  }
}

function presentPerson({ id, name, photo, memberSince, isDriver }: Person) {
  const photoUrl = photo?.full ?? null
  return { id, name, photoUrl, memberSince: memberSince.toISOString(), isDriver }
}

function presentStanding(standing: Reputation) {
  const { stars, level, tripsRidden, requestsAnswered, agreed, cancelled } = standing
  const requests = requestsAnswered + standing.requestsMissed
  return {
    level,
    tripsTravelled: tripsRidden,
    rating: { average: averageOf(stars), count: ratingsIn(stars), stars },
    requests:
      requests === 0
        ? null
        : { answered: requestsAnswered, of: requests, minutes: standing.responseMinutes },
    agreements: agreed === 0 ? null : { cancelled, of: agreed },
  }
}

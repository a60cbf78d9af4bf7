import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { route } from './route.ts'
import { Level, RatingSummary } from './standing.ts'

/** What the team has checked and is valid today. */
const ProfileBadge = z.enum(['identity', 'licence', 'vehicle'])
export type ProfileBadge = z.infer<typeof ProfileBadge>

/** A person as everybody may see them: no surname, no contact, no plate. */
export const Profile = z.object({
  id: Id,
  /** First name and initial, or username. */
  name: z.string(),
  photoUrl: z.string().nullable(),
  badges: z.array(ProfileBadge),
  memberSince: Instant,
  /** Has what it takes to drive: only then licence and car say anything. */
  isDriver: z.boolean(),
  level: Level,
  /** Trips driven to their end. */
  tripsCompleted: z.int(),
  /** Bookings travelled as a passenger. */
  tripsTravelled: z.int(),
  rating: RatingSummary.extend({
    /** How many ratings of 1, 2, 3, 4 and 5 stars. */
    stars: z.array(z.int()).length(5),
  }),
  /** Requests for a seat that this driver had to answer; null without any. */
  requests: z
    .object({
      answered: z.int(),
      of: z.int(),
      /** Median time to the answer; null when none was given. */
      minutes: z.int().nullable(),
    })
    .nullable(),
  /** Agreed bookings that are over, on both sides; null without any. */
  agreements: z.object({ cancelled: z.int(), of: z.int() }).nullable(),
  /** Cars whose documents are approved and valid today. */
  vehicles: z.array(
    z.object({ brand: z.string(), model: z.string(), color: z.string(), year: z.int() }),
  ),
})
export type Profile = z.infer<typeof Profile>

/** One side of a booking as the other sees it. */
export const BookingParty = z.object({
  id: Id,
  name: z.string(),
  verified: z.boolean(),
  /** A small square picture; null without one. */
  photoUrl: z.string().nullable(),
})

export const profiles = {
  show: route({
    method: 'GET',
    path: '/users/:userId',
    auth: 'public',
    summary: 'Lo que cualquiera puede saber de una persona',
    description:
      'A person as everybody may see them: first name, photo, checked badges, cars without their ' +
      'plate, ratings and how they keep to agreements. Who has neither driven nor had a booking ' +
      'confirmed is not found.',
    params: z.strictObject({ userId: Id }),
    ok: z.object({ profile: Profile }),
    errors: ['person_not_found'],
  }),
}

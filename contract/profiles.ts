import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { get } from './route.ts'
import { Level, RatingSummary } from './standing.ts'

/** Documents that the team approved and that are valid today, and the number proved by a code. */
export const ProfileBadge = z.enum(['identity', 'licence', 'vehicle', 'phone'])
export type ProfileBadge = z.infer<typeof ProfileBadge>

/** A person as everybody can see them: no surname, no contact, no plate. */
export const Profile = z.object({
  id: Id,
  /** First name and initial, or username. */
  name: z.string(),
  photoUrl: z.string().nullable(),
  badges: z.array(ProfileBadge),
  memberSince: Instant,
  /** Whether the person may drive; only then licence and car have a meaning. */
  isDriver: z.boolean(),
  level: Level,
  tripsCompleted: z.int(),
  tripsTravelled: z.int(),
  rating: RatingSummary.extend({
    /** Number of ratings with 1, 2, 3, 4 and 5 stars. */
    stars: z.array(z.int()).length(5),
  }),
  /** Seat requests that this driver had to answer; null when there were none. */
  requests: z
    .object({
      answered: z.int(),
      of: z.int(),
      /** Median minutes until an answer; null without answers. */
      minutes: z.int().nullable(),
    })
    .nullable(),
  /** Finished bookings that had been agreed, as passenger and as driver; null without any. */
  agreements: z.object({ cancelled: z.int(), of: z.int() }).nullable(),
  /** Cars whose documents are approved and valid today. */
  vehicles: z.array(
    z.object({ brand: z.string(), model: z.string(), color: z.string(), year: z.int() }),
  ),
})
export type Profile = z.infer<typeof Profile>

/** The other person of a booking, as a participant sees them. */
export const BookingParty = z.object({
  id: Id,
  name: z.string(),
  verified: z.boolean(),
  /** Small square picture; null without a photo. */
  photoUrl: z.string().nullable(),
})

export const profiles = {
  show: get('/users/:userId', {
    auth: 'public',
    summary: "Show a person's public profile",
    description:
      'Returns a person as everybody may see them: first name, photo, checked badges, cars ' +
      'without their plate, ratings and how they keep to agreements. Who has neither driven nor ' +
      'had a booking confirmed is not found.',
    ok: z.object({ profile: Profile }),
    errors: ['person_not_found'],
  }),
}

import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { route } from './route.ts'

/** What the team has checked and is valid today. */
const ProfileBadge = z.enum(['identity', 'licence', 'vehicle'])
export type ProfileBadge = z.infer<typeof ProfileBadge>

/** A driver as everybody may see them: no surname, no contact, no plate. */
export const Profile = z.object({
  id: Id,
  /** First name and initial, or username. */
  name: z.string(),
  photoUrl: z.string().nullable(),
  badges: z.array(ProfileBadge),
  memberSince: Instant,
  /** Trips driven to their end. */
  tripsCompleted: z.int(),
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
    summary: 'Lo que cualquiera puede saber de quien conduce',
    description:
      'A driver as everybody may see them: first name, photo, checked badges, cars without their ' +
      'plate and trips driven. Who only travels is not found.',
    params: z.strictObject({ userId: Id }),
    ok: z.object({ profile: Profile }),
    errors: ['person_not_found'],
  }),
}

import { z } from 'zod'
import { route } from './route.ts'

const Declared = z.object({
  /** The person said that she is a woman. */
  isWoman: z.boolean(),
  /** Her identity was verified: without it the word is not enough. */
  isVerified: z.boolean(),
  /** She drove or booked a trip for women only, so the word stays. */
  isLocked: z.boolean(),
})
export type Declared = z.infer<typeof Declared>

/** What trips for women only need to know. */
export const womenTrips = {
  show: route({
    method: 'GET',
    path: '/me/woman',
    auth: 'live',
    summary: 'Si puedo viajar en viajes solo para mujeres',
    description:
      'Whether the signed-in person said that she is a woman, and whether she may still take it ' +
      'back. Nobody else reads it.',
    ok: Declared,
    errors: [],
  }),
  declare: route({
    method: 'PUT',
    path: '/me/woman',
    auth: 'live',
    summary: 'Decir que soy mujer, para los viajes solo para mujeres',
    description:
      'Notes that the signed-in person is a woman, or takes it back, which is possible until a ' +
      'trip for women only was booked or published. Safe to repeat.',
    body: z.strictObject({ isWoman: z.boolean() }),
    ok: Declared,
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    whenExpelled: true,
    errors: ['woman_locked', 'rate_limited'],
  }),
}

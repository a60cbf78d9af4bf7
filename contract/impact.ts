import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { get } from './route.ts'

/** Effect of sharing cars: seats travelled, their kilometres, CO₂ and cars avoided. */
const Avoided = z.object({
  seats: z.int(),
  /** Kilometres of all these seats together. */
  km: z.int(),
  co2Kg: z.number(),
  cars: z.int(),
})
export type Avoided = z.infer<typeof Avoided>

/** Factors of the formula, for the page that explains it. */
const Factors = z.object({
  kgPerGallon: z.number(),
  kmPerGallon: z.number(),
  carsPerSeat: z.number(),
})

export const impact = {
  total: get('/impact', {
    auth: 'public',
    summary: 'Show the CO₂ avoided by all trips',
    description:
      'Returns what all completed trips avoided, as of `asOf`. `measured` is false while there ' +
      'are too few trips for the figures to mean anything.',
    ok: z.object({
      asOf: Instant,
      measured: z.boolean(),
      total: Avoided,
      trips: z.int(),
      factors: Factors,
    }),
  }),
  mine: get('/me/impact', {
    auth: 'live',
    summary: "Show the CO₂ avoided by one's trips",
    description:
      "Returns what the signed-in person's completed trips avoided: as a passenger the own " +
      'seats, as a driver those of the passengers.',
    ok: z.object({ asPassenger: Avoided, asDriver: Avoided }),
  }),
  ofTrip: get('/trips/:tripId/impact', {
    auth: 'public',
    summary: 'Show the CO₂ that a trip avoids',
    description: 'Returns what a published or travelled trip avoids with the seats that are taken.',
    params: z.strictObject({ tripId: Id }),
    ok: z.object({ avoided: Avoided }),
    errors: ['trip_not_found'],
  }),
}

import { z } from 'zod'
import { Instant, Pesos, PesosSum } from './common.ts'
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

/** Movements of the guarantee fund with one code, summed. */
export const FundLine = z.object({
  code: z.string(),
  /** Whether they went into the fund. */
  isIn: z.boolean(),
  pesos: Pesos,
  cases: z.int(),
})
export type FundLine = z.infer<typeof FundLine>

/** The fund and its current month: `opening` plus what went in less what went out is `balance`. */
export const FundMonth = z.object({
  balance: PesosSum,
  opening: PesosSum,
  lines: z.array(FundLine),
  /** Payments that the team refused this month. */
  refused: z.int(),
  /** Whether the fund has enough to pay the difference to another car. */
  covers: z.boolean(),
  /** Pesos of such differences that this month still allows. */
  monthLeft: z.int(),
})
export type FundMonth = z.infer<typeof FundMonth>

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
  fund: get('/impact/fund', {
    auth: 'public',
    summary: 'Show the guarantee fund',
    description:
      'Returns what the guarantee fund has, and what went in and out this month, by code. At ' +
      'most a minute old.',
    ok: FundMonth,
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
    ok: z.object({ avoided: Avoided }),
    errors: ['trip_not_found'],
  }),
}
